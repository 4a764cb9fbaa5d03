import type { Language } from '../../language.ts';

/** Short forms after common use in British and American offices. */
export const english: Language = {
  id: 'english',
  countries: 'uk us au nz ca ie',
  familyPerMille: 'smith 10, jones 7, johnson 7, williams 6, brown 6, taylor 5, davis 4, miller 4, wilson 4',
  given: `vivian winnie jacky kelvin calvin edwin candy cherry gigi elaine phoebe bonnie kenny sammy ivan janice irene priscilla eunice esther iris june marco jimmy benny freddie willy ada leo ava ella isla mia lily freya evie florence alfie archie theo jude toby max felix hugo owen luke mason liam connor hunter chase cole blake brooke paige faith hope holly heidi hazel ivy ruby pearl violet daisy rosie molly millie maisie edith agnes doris mabel joyce maureen sheila marjorie audrey wilma velma marcia tara kayla kelsey lindsay lindsey whitney courtney erin shannon colleen kathy debbie peggy penny katie jackie vicky sally sylvia yvonne cheryl darlene marlene lorraine geraldine bernard hugh rupert giles piers miles clifford cecil cyril neville rodney derek terence desmond maurice percy ernest herbert wilfred edmund julian dominic adrian damian quentin spencer preston parker carter robin quinn rory ross lewis callum ewan angus hamish fraser john james robert michael william david richard thomas charles christopher daniel matthew anthony mark donald
    steven paul andrew joshua kenneth kevin brian george edward ronald timothy jason jeffrey ryan jacob gary nicholas
    eric jonathan stephen larry justin scott brandon benjamin samuel gregory frank alexander raymond patrick jack dennis
    jerry tyler aaron henry douglas peter adam nathan zachary walter kyle harold jeremy ethan carl keith roger gerald
    christian terry sean arthur austin noah lawrence jesse joe bryan billy jordan albert dylan bruce willie gabriel alan
    juan logan wayne ralph roy eugene randy vincent russell louis philip bobby johnny bradley mary patricia jennifer linda
    elizabeth barbara susan jessica sarah karen lisa nancy betty sandra margaret ashley kimberly emily donna michelle
    carol amanda melissa deborah stephanie rebecca laura sharon cynthia kathleen amy angela shirley anna ruth brenda
    pamela nicole katherine samantha christine catherine emma olivia grace chloe sophie lucy charlotte oliver harry
    george oscar poppy claire helen alice jane simon graham nigel ian stuart neil craig hannah megan abigail carmen
    jason ann anne joanne tracy rachel julia caroline victoria natalie diana diane janet heather teresa theresa evelyn joan
    judith judy rose beverly denise marilyn kathryn martha gloria madison jacqueline frances ellen tina wendy leah vivian
    valerie bob jim tom bill mike dave steve chris matt dan ben sam tim greg jeff ken ron ted nick alex tony fred arnold
    stanley leonard howard victor martin duncan gavin keith trevor clive barry leslie lesley gillian hilary philippa fiona`,
  family: `simmons hayes griffin ellis bryant alexander perkins coleman gibson freeman webster holmes rice burke wheeler lawson dunn chapman armstrong harper greene lane carpenter fields franklin snyder weaver spencer garner douglas peterson cunningham elliott bradley barrett riley bishop fox crawford jordan rhodes kensington hartley whitfield ashworth holloway pritchard thornton marsh wade chandler smith johnson williams brown jones miller davis wilson anderson taylor thomas moore jackson martin thompson
    white harris clark lewis robinson walker young allen king wright scott torres hill green adams nelson baker hall
    campbell mitchell carter roberts phillips evans turner parker collins edwards stewart morris murphy cook rogers
    morgan cooper reed bailey bell kelly howard ward cox richardson wood watson brooks bennett gray hughes price myers
    foster long ross powell jenkins perry russell sullivan fisher henderson cole hamilton graham reynolds ford marshall
    owens harrison shaw hunt black palmer stone mills knight butler barnes wells webb simpson tucker porter hunter
    mason dixon mcdonald mckenzie macdonald fitzgerald burton pearson fletcher saunders atkinson`,
  shortForms: `abigail abby, albert al bert, alexander alex, alexandra alex sandra, alfred fred alf alfie, amanda mandy,
    andrew andy drew, anthony tony, arthur art, barbara barb, benjamin ben, bernard bernie, bradley brad,
    catherine cathy kate cat, charles charlie chuck, charlotte charlie lottie, christina tina chris, christine chris,
    christopher chris, cynthia cindy, daniel dan danny, david dave, deborah debbie deb, dennis denny, donald don,
    dorothy dot dottie, douglas doug, edward ed eddie ted, eleanor ellie nell, elizabeth liz beth lizzie,
    emily em, eugene gene, frances fran, francis frank fran, franklin frank, frederick fred, gabriel gabe, gerald jerry,
    geoffrey geoff, gregory greg, harold harry hal, henry harry hank, isabella bella izzy, jacob jake,
    jacqueline jackie, james jim jamie, jeffrey jeff, jennifer jen jenny, jeremy jem, jessica jess,
    john jack johnny, jonathan jon, joseph joe, joshua josh, judith judy, katherine kate kathy katie,
    kathleen kathy kate, kenneth ken, kimberly kim, lawrence larry, leonard len leo, lewis lew, louis lou,
    margaret maggie peggy meg, martin marty, matthew matt, maxwell max, melissa mel, michael mike mick, michelle shelly,
    mitchell mitch, nathan nate, nathaniel nate nat, nicholas nick, nicole nicky, oliver olly ollie, olivia liv,
    pamela pam, patricia pat trish tricia, patrick pat paddy, peter pete, philip phil, phillip phil, raymond ray,
    rebecca becky becca, richard rick rich dick, robert bob rob, roderick rod, rodney rod, ronald ron, russell russ,
    samantha sam, samuel sam, sandra sandy, stanley stan, stephanie steph, stephen steve, steven steve, stuart stu,
    susan sue susie, suzanne sue, terence terry, theodore ted theo, theresa terry tess, thomas tom tommy, timothy tim,
    valerie val, victor vic, victoria vicky tori, vincent vince, walter walt, william bill will billy, zachary zach zack,
    gillian gill, josephine jo josie, joanna jo, leslie les, cameron cam, dominic dom, edmund ed, graham gray,
    georgina georgie, harriet hattie, hugh hughie, imogen immy, natalie nat, penelope penny, rosemary rosie, vanessa nessa`,
  usualShortForms: `christopher chris, michael mike, robert bob rob, david dave, daniel dan, matthew matt, thomas tom, nicholas nick, benjamin ben, timothy tim,
    gregory greg, jeffrey jeff, stephen steve, steven steve, kenneth ken, joshua josh, samuel sam, andrew andy, william bill will, james jim, anthony tony, ronald ron, donald don, jonathan jon,
    zachary zach, deborah debbie, katherine kate, catherine cathy kate, elizabeth liz, jennifer jen, rebecca becky, susan sue, alexander alex, edward ed, frederick fred, theodore ted, geoffrey geoff, philip phil`,
};
