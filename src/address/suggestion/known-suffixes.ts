import { onFirstUse } from '../../first-use.ts';

/**
 * Public suffixes with which a typo of a common domain may end, by what is before the country. They exist, so that they may be
 * meant. All others are too unlike those of the common domains. In ASCII, from the public suffix list (ICANN domains).
 */
const byPrefix = {
  '': `
    ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw by
    bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj
    fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io
    iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg
    mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph
    pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st su sv sx
    sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt
    zm zw`,
  com: `
    ac af ag ai al am ar au aw az ba bb bd bh bi bj bm bn bo br bs bt by bz ci cm cn co cu cv cw cy dm do dz
    ec ee eg es et fj fm fr ge gh gi gl gn gp gr gt gu gy hk hn hr ht im in io iq jo kg kh ki km kp kw ky kz
    la lb lc lk lr lv ly mg mk ml mo ms mt mu mv mw mx my na nf ng ni nr om pa pe pf ph pk pl pr ps pt py qa
    re ro sa sb sc sd sg sh sl sn so ss st sv sy tj tm tn to tr tt tw ua ug uy uz vc ve vi vn vu ws ye zm`,
  co: `
    ae ag am ao at az bb bd bi bj bw bz ci cl cm cr dm gg gl gy hu id il im in io ir it je jp ke kr lc ls ma
    me mg mu mw mz na ni nz om pn rs rw ss st sz th tj tm tt tz ug uk us uz ve vi za zm zw`,
  net: `
    ac ae af ag ai al am ar au az ba bb bd bh bj bm bn bo br bs bt bw bz ci cm cn co cu cv cw cy dm do dz ec
    eg et fj fm ge gg gh gl gn gp gr gt gu gy hk hn ht id il im in io iq ir je jo kg kh ki kn kw ky kz la lb
    lc lk lr ls lv ly ma me mk ml mo ms mt mu mv mw mx my mz na nf ng ni nr nz om pa pe ph pk pl pn pr ps pt
    py qa rw sa sb sc sd sg sh sl so ss st sy th tj tm tn to tr tt tw ua uk uy uz vc ve vi vn vu ws ye za zm`,
};

const others = `
  aaa aarp abb ac.id ac.in ac.jp ac.uk aco ads aeg afl aig al.it ally am.br anz aol app art arte asda at.it
  athleta atm.pl ato.br attorney auto aws axa azure bar bbc bbt bbva beats beauty beer bel.tr belem.br
  berg.no berlin best bestbuy bet bet.ar bet.br bid bike bio biz bom boo bot buy buzz bzh ca.in ca.it ca.us
  caa.aero cab cafe cal cal.it call cam cam.it camau.vn camera camp canon capetown capital car caravan cards
  care career careers cars casa case cash casino cat catering catholic cba cbn ceo cern cfa cfd ch.it chanel
  channel charity chase chat cheap chef.ec chiba.jp chintai chrome church cim.br citi city ck.ua cloud cn.in
  cn.ua coffee com commbank community como.it company compare computer comsec cool coop coop.ar coop.br
  coop.in coop.km coop.mw coz.br cpa crs cs.in cyou cz.it czest.pl d.se dad date day dclk dds de.us deal
  dealer deals def.br degree delhi.in delivery dell deloitte delta democrat dent.ec dental dentist dep.no
  des.br desa.id desi design det.br dev dev.br diet diy dog dot dr.in dvr e.se eat eco eco.br ed.jp edu erni
  es.kr esm.ec esp.br esq est.pr estate eus fan farm fast fido film fire fit flir fly fm.br foo food ford
  fox fr.it frana.no free frl frogans frogn.no from.hr frontier froya.no ftr fun fyi gbiz gea gent ggee gift
  gmo go.id go.jp gold golf gop got guru hbo hdfc here hkt host hot hughes ice icu ieee ifm immo in.ni in.rs
  in.th in.ua in.us inc ind.br ind.gt ind.in ind.kw ind.tn inf.br inf.cu inf.mk infiniti info info.az
  info.bb info.bd info.bj info.bo info.ec info.eg info.et info.fj info.gu info.ht info.hu info.in info.ke
  info.ki info.la info.ls info.ml info.mv info.nf info.ni info.nr info.pl info.pr info.ro info.sd info.tn
  info.tr info.tt info.tz info.ve info.vn info.zm ing ing.pa ink inst.ml insure int int.ar int.az int.bo
  int.ci int.cv int.in int.la int.lk int.mv int.mw int.ni int.pt int.tj int.ve int.vn intl.tn intuit io.in
  ist it.ao it.bd it.kr itau its.me itv jetzt jio jll jmp jnj jot joy kia kids kim km.ua kop.id kpmg krd
  kred l.se lat law lds lease lgbt life lilly llc llp lol love lpl ltd luxe me.eg me.in me.it me.ke me.kr
  me.so me.ss me.tz me.uk me.us med med.br med.ec med.ee med.ht med.ly med.om med.pa med.pro med.sa med.sd
  media media.hu media.pl meet meloy.no meme memorial men menu merck merckmsd mie.jp mil mit mls mma moe moi
  mom mp.br msd mtr nba ne.tz nec net netbank netflix network new news next ngo nhk nike nl.ca nl.no nom.br
  now nra nrw ntt ollo one ong onl ooo open org ott ovh pet pid pin pl.ua place play plc.ly plc.uk plo.ps
  plumbing plus pro pru read red reise reit ren rent rest ril rio rip room rugby ruhr run rwe safe sas save
  sbs seat seek sener sew sex sexy sfr site ski soy ss.it tiaa top trade trv tui ubs uno uol ups vet vig vin
  vip vv.it web weber wed weir win wow wtf xin xxx xyz you yun zara zero`;

const suffixes = onFirstUse(
  (): ReadonlySet<string> =>
    new Set([
      ...Object.entries(byPrefix).flatMap(([prefix, countries]) =>
        namesIn(countries).map((country) => (prefix === '' ? country : `${prefix}.${country}`)),
      ),
      ...namesIn(others),
    ]),
);

/** Returns whether domains that end with a suffix exist, as far as that matters for typos. In lower-case ASCII. */
export function isKnownSuffix(suffix: string): boolean {
  return suffixes().has(suffix);
}

function namesIn(text: string): string[] {
  return text.trim().split(/\s+/);
}
