const byGroup = {
  Google: `
    gmail.com googlemail.com`,
  Microsoft: `
    hotmail.be hotmail.ca hotmail.ch hotmail.cl hotmail.co.id hotmail.co.il hotmail.co.in hotmail.co.jp
    hotmail.co.kr hotmail.co.nz hotmail.co.th hotmail.co.uk hotmail.co.za hotmail.com hotmail.com.ar
    hotmail.com.au hotmail.com.br hotmail.com.hk hotmail.com.mx hotmail.com.ph hotmail.com.tr hotmail.com.tw
    hotmail.com.vn hotmail.cz hotmail.de hotmail.dk hotmail.es hotmail.fi hotmail.fr hotmail.gr hotmail.hu
    hotmail.it hotmail.jp hotmail.lt hotmail.lv hotmail.my hotmail.nl hotmail.no hotmail.ph hotmail.rs
    hotmail.se hotmail.sg hotmail.sk live.at live.be live.ca live.ch live.cl live.cn live.co.in live.co.kr
    live.co.uk live.co.za live.com live.com.ar live.com.au live.com.co live.com.mx live.com.my live.com.pe
    live.com.ph live.com.pk live.com.pt live.com.sg live.com.ve live.de live.dk live.fi live.fr live.hk
    live.ie live.in live.it live.jp live.nl live.no live.ph live.ru live.se livemail.tw msn.com outlook.at
    outlook.be outlook.cl outlook.co.id outlook.co.il outlook.co.th outlook.com outlook.com.ar
    outlook.com.au outlook.com.br outlook.com.gr outlook.com.tr outlook.com.vn outlook.cz outlook.de
    outlook.dk outlook.es outlook.fr outlook.hu outlook.ie outlook.in outlook.it outlook.jp outlook.kr
    outlook.lv outlook.my outlook.ph outlook.pt outlook.sa outlook.sg outlook.sk passport.com webtv.net
    windowslive.com`,
  'Yahoo and AOL': `
    aim.com aol.at aol.be aol.ch aol.cl aol.co.nz aol.co.uk aol.com aol.com.ar aol.com.au aol.com.br
    aol.com.co aol.com.mx aol.com.tr aol.com.ve aol.cz aol.de aol.dk aol.es aol.fi aol.fr aol.hk aol.in
    aol.it aol.jp aol.kr aol.nl aol.pl aol.ru aol.se aol.tw compuserve.com cs.com games.com geocities.com
    kimo.com love.com myyahoo.com netscape.com netscape.net rocketmail.com verizon.net wmconnect.com wow.com
    yahoo.at yahoo.be yahoo.bg yahoo.ca yahoo.cl yahoo.cn yahoo.co.id yahoo.co.il yahoo.co.in yahoo.co.jp
    yahoo.co.kr yahoo.co.nz yahoo.co.th yahoo.co.uk yahoo.co.za yahoo.com yahoo.com.ar yahoo.com.au
    yahoo.com.br yahoo.com.cn yahoo.com.co yahoo.com.ec yahoo.com.hk yahoo.com.mx yahoo.com.my yahoo.com.pe
    yahoo.com.ph yahoo.com.sg yahoo.com.tr yahoo.com.tw yahoo.com.uy yahoo.com.ve yahoo.com.vn yahoo.cz
    yahoo.de yahoo.dk yahoo.ee yahoo.es yahoo.fi yahoo.fr yahoo.gr yahoo.hr yahoo.hu yahoo.ie yahoo.in
    yahoo.it yahoo.lt yahoo.lv yahoo.nl yahoo.no yahoo.pl yahoo.pt yahoo.ro yahoo.rs yahoo.se yahoo.si
    yahoo.sk ybb.ne.jp ymail.com ymail.ne.jp`,
  Apple: `
    icloud.com mac.com me.com privaterelay.appleid.com`,
  'GMX, web.de and mail.com': `
    accountant.com activist.com adexec.com allergist.com alumni.com alumnidirector.com angelic.com
    appraiser.net archaeologist.com arcticmail.com artlover.com asia.com auctioneer.net bartender.net
    berlin.com bikerider.com birdlover.com brew-meister.com cash4u.com catlover.com cheerful.com chef.net
    chemist.com clerk.com clubmember.org collector.org columnist.com comic.com computer4u.com consultant.com
    contractor.net coolsite.net counsellor.com cyber-wizard.com cyberdude.com cybergal.com cyberservices.com
    dallasmail.com deliveryman.com diplomats.com disciples.com discofan.com doglover.com dr.com dublin.com
    dutchmail.com elvisfan.com email.com email.de engineer.com englandmail.com europe.com europemail.com
    execs.com fastservice.com financier.com fireman.net galaxyhit.com gardener.com geologist.com
    germanymail.com gmx.at gmx.biz gmx.ca gmx.ch gmx.cn gmx.co.in gmx.co.uk gmx.com gmx.com.br gmx.com.my
    gmx.com.tr gmx.cz gmx.de gmx.dk gmx.es gmx.eu gmx.fr gmx.hk gmx.ie gmx.info gmx.it gmx.li gmx.lu gmx.net
    gmx.org gmx.ph gmx.pt gmx.ru gmx.se gmx.sg gmx.tm gmx.tw gmx.us graduate.org graphic-designer.com
    greenmail.net groupmail.com hackermail.com hairdresser.net hilarious.com hiphopfan.com homemail.com
    hot-shot.com housemail.com humanoid.net imaginemail.com iname.com innocent.com inorbit.com
    instruction.com instructor.net insurer.com irelandmail.com israelmail.com italymail.com job4u.com
    journalist.com keromail.com kissfans.com kittymail.com koreamail.com lawyer.com legislator.com
    linuxmail.org london.com loveable.com lovecat.com madonnafan.com madrid.com mail-me.com mail-on.us
    mail.com marchmail.com metalfan.com mexicomail.com mindless.com minister.com moscowmail.com munich.com
    musician.org muslim.com myself.com ninfan.com nonpartisan.com null.net nycmail.com optician.com
    orthodontist.net pacific-ocean.com pacificwest.com pediatrician.com petlover.com photographer.net
    physicist.net planetmail.com planetmail.net polandmail.com politician.com post.com presidency.com
    priest.com programmer.net protestant.com publicist.com qualityservice.com radiologist.net ravemail.com
    realtyagent.com reborn.com reggaefan.com registerednurses.com reincarnate.com religious.com
    repairman.com representative.com rescueteam.com rocketship.com rome.com saintly.com salesperson.net
    samerica.com sanfranmail.com scientist.com scotlandmail.com secretary.net singapore.com snakebite.com
    socialworker.net sociologist.com solution4u.com songwriter.net spainmail.com surgical.net swedenmail.com
    swissmail.com teachers.org tech-center.com techie.com technologist.com theplate.com therapist.net
    toke.com toothfairy.com torontomail.com tvstar.com umpire.com usa.com uymail.com web.de webname.com
    worker.com workmail.com writeme.com`,
  'Private and encrypted mail': `
    aikq.de airmail.cc autistici.org cock.email cock.li countermail.com criptext.com ctemplar.com
    danwin1210.de danwin1210.me dismail.de disroot.org e.email eclipso.de eclipso.email eclipso.eu
    ecloud.global elude.in firemail.cc hey.com hush.ai hush.com hushmail.com hushmail.me ik.me ikmail.com
    inventati.org keemail.me kolabnow.com lavabit.com mac.hush.com mailbox.org mailfence.com mailo.com
    mailo.eu murena.io net-c.com netcourrier.com onionmail.org pm.me posteo.at posteo.ch posteo.de posteo.eu
    posteo.net posteo.org posteo.us proton.me protonmail.ch protonmail.com riseup.net runbox.com runbox.no
    safe-mail.net skiff.com so36.net soverin.net startmail.com systemausfall.org systemli.org tuta.com
    tuta.io tutamail.com tutanota.com tutanota.de vfemail.net`,
  Fastmail: `
    123mail.org 150mail.com 16mail.com 2-mail.com 4email.net 50mail.com airpost.net allmail.net bestmail.us
    cluemail.com elitemail.org emailcorner.net emailengine.net emailengine.org emailgroups.net emailplus.org
    emailuser.net eml.cc f-m.fm fast-email.com fast-mail.org fastem.com fastemail.us fastemailer.com
    fastest.cc fastimap.com fastmail.cn fastmail.co.uk fastmail.com fastmail.com.au fastmail.de fastmail.es
    fastmail.fm fastmail.fr fastmail.im fastmail.in fastmail.jp fastmail.mx fastmail.name fastmail.net
    fastmail.nl fastmail.org fastmail.se fastmail.to fastmail.tw fastmail.uk fastmail.us fastmailbox.net
    fastmessaging.com fea.st fmail.co.uk fmailbox.com fmgirl.com fmguy.com ftml.net h-mail.us hailmail.net
    imap-mail.com imap.cc imapmail.org inoutbox.com internet-e-mail.com internet-mail.org internetemails.net
    internetmailing.net jetemail.net justemail.net letterboxes.org mail-central.com mail-page.com
    mailandftp.com mailas.com mailbolt.com mailc.net mailcan.com mailforce.net mailftp.com mailhaven.com
    mailingaddress.org mailite.com mailmight.com mailnew.com mailsent.net mailservice.ms mailup.net
    mailworks.org ml1.net mm.st myfastmail.com mymacmail.com nospammail.net ownmail.net petml.com
    postinbox.com postpro.net proinbox.com promessage.com realemail.net reallyfast.biz reallyfast.info
    rushpost.com sent.as sent.at sent.com speedpost.net speedymail.org ssl-mail.com swift-mail.com
    the-fastest.net the-quickest.com theinternetemail.com veryfast.biz veryspeedy.net warpmail.net
    xsmail.com yepmail.net your-mail.com`,
  'Privacy relays': `
    33mail.com 8alias.com 8shield.net addymail.com aleeas.com anonaddy.com anonaddy.me dralias.com duck.com
    erine.email mozmail.com passfwd.com passinbox.com passmail.com passmail.net silomails.com simplelogin.co
    simplelogin.com simplelogin.fr slmail.me slmails.com`,
  Zoho: `
    zohomail.com zohomail.com.au zohomail.eu zohomail.in`,
  'Other international services': `
    37.com atomicmail.io bigfoot.com bluebottle.com bluemail.ch care2.com emailn.de excite.com
    icq.com icqmail.com in.com inbox.com juno.com lycos.co.uk lycos.com mail2world.com mailcity.com
    maktoob.com myopera.com netzero.com netzero.net onmail.com operamail.com ovi.com pobox.com
    usa.net vivaldi.net walla.com xmail.com`,
  Germany: `
    alice-dsl.de alice-dsl.net alice.de arcor.de caramail.com caramail.de directbox.com epost.de ewe.net
    ewetel.net firemail.de freemail.de freenet.de genion.de germanynet.de hansenet.de htp-tel.de ish.de
    kabelbw.de kabelmail.de kielnet.net lycos.de magenta.de mail.de mnet-mail.de mnet-online.de
    netcologne.de nexgo.de o2mail.de o2online.de online.de onlinehome.de osnanet.de primacom.net
    smart-mail.de surfeu.de swbmail.de t-email.de t-online.de teleos-web.de teleson.de unity-mail.de
    unitybox.de versanet.de vodafone.de vodafonemail.de wtnet.de`,
  'Austria and Switzerland': `
    a1.net aon.at bluewin.ch chello.at citycable.ch drei.at econophone.ch eunet.at freesurf.ch
    hispeed.ch inode.at kabsi.at liwest.at netplus.ch quickline.ch quicknet.ch romandie.com sms.at
    sunrise.ch swissonline.ch tele2.at tiscalinet.ch utanet.at vtxmail.ch vtxnet.ch`,
  France: `
    9online.fr aliceadsl.fr bbox.fr caramail.fr cegetel.net chello.fr club-internet.fr cybercable.fr
    dbmail.com estvideo.fr evhr.net francite.com free.fr freesbee.fr guideo.fr infonie.fr laposte.net
    libertysurf.fr lycos.fr modulonet.fr neuf.fr noos.fr nordnet.fr numericable.com numericable.fr orange.fr
    oreka.com ozone.net sfr.fr tiscali.fr voila.fr wanadoo.fr worldonline.fr`,
  Italy: `
    alice.it aliceposta.it blu.it cheapnet.it ciaoweb.it clubnet.it dada.it email.it excite.it fastwebnet.it
    freemail.it giallo.it infinito.it interfree.it inwind.it iol.it jumpy.it katamail.com kataweb.it
    libero.it lycos.it micso.net poste.it quipo.it supereva.it tele2.it teletu.it tim.it tin.it tiscali.it
    tiscalinet.it virgilio.it vodafone.it wooow.it`,
  'Spain and Portugal': `
    aeiou.pt arrakis.es clix.pt eresmas.com eresmas.net euskaltel.net hispavista.com inicia.es iol.pt
    jazztel.es kanguru.pt latinmail.com lycos.es mail.pt mail.telepac.pt megamail.pt mixmail.com movistar.es
    mundo-r.com navegalia.com netcabo.pt netvisao.pt oninet.pt ono.com orange.es portugalmail.com
    portugalmail.pt retecal.es sapo.pt telecable.es telefonica.net teleline.es telepac.pt terra.es
    tiscali.es wanadoo.es ya.com zonmail.pt`,
  'Belgium, Netherlands and Luxembourg': `
    12move.nl belgacom.net brutele.be caiway.net caiway.nl casema.nl chello.be chello.nl concepts.nl dds.nl
    edpnet.be freeler.nl hccnet.nl hetnet.nl home.nl internet.lu kabelfoon.nl kpnmail.nl kpnplanet.nl
    lycos.nl multikabel.net numericable.be online.nl onsbrabantnet.nl orange.nl pandora.be planet.nl
    proximus.be pt.lu quicknet.nl scarlet.be skynet.be solcon.nl solconmail.nl swing.be tango.lu tele2.nl
    telenet.be telfort.nl telfortglasvezel.nl tiscali.be tiscali.nl upcmail.nl versatel.nl vo.lu
    vodafonevast.nl voo.be wanadoo.nl wxs.nl xs4all.nl zeelandnet.nl ziggo.nl ziggomail.com zonnet.nl`,
  'United Kingdom and Ireland': `
    another.com blueyonder.co.uk btclick.com btconnect.com btinternet.com btopenworld.com cwgsy.net
    dial.pipex.com dsl.pipex.com eircom.net f9.co.uk force9.co.uk freenet.co.uk freeserve.co.uk freeuk.com
    fsmail.net fsnet.co.uk homecall.co.uk indigo.ie iol.ie jerseymail.co.uk lineone.net madasafish.com
    manx.net ntlworld.com o2.co.uk oceanfree.net onetel.com onetel.net orange.net pipex.com plus.com
    plus.net postmaster.co.uk sky.com supanet.com talk21.com talktalk.net tesco.net
    tiscali.co.uk ukgateway.net upcmail.ie uwclub.net virgin.net virginmedia.com waitrose.com wanadoo.co.uk
    zen.co.uk`,
  'Nordic countries': `
    algonet.se altiboxmail.no bredband.net bredband2.com broadpark.no c2i.net chello.no chello.se comhem.se
    dnainternet.net ebnett.no elisanet.fi fibermail.dk frisurf.no get2net.dk getmail.no glocalnet.net
    home.se inet.fi internet.is jippii.fi jubii.dk kolumbus.fi luukku.com lyse.net mail.dk mail.tele.dk
    mbnet.fi netti.fi ofir.dk online.no ownit.nu passagen.se phnet.fi pp.inet.fi saunalahti.fi simnet.is
    spray.se start.no stofanet.dk suomi24.fi surffi.net swipnet.se tdcadsl.dk tdcspace.dk tele2.se telia.com
    tyfon.se visir.is webspeed.dk welho.com youmail.dk youmail.no`,
  Poland: `
    amorki.pl aster.pl autograf.pl buziaczek.pl eranet.pl gazeta.pl go2.pl int.pl interia.com interia.eu
    interia.pl intmail.pl neostrada.pl o2.pl ogarnij.pl onet.com.pl onet.eu onet.pl op.pl opoczta.pl
    orange.pl pisz.to plusnet.pl poczta.fm poczta.onet.eu poczta.onet.pl poczta.pl prokonto.pl spoko.pl
    tenbit.pl tlen.pl toya.net.pl vectranet.pl vp.pl wp.eu wp.pl`,
  'Czech Republic and Slovakia': `
    atlas.cz atlas.sk azet.sk centrum.cz centrum.sk chello.cz chello.sk email.cz iol.cz mail.t-com.sk
    mybox.cz o2active.cz orangemail.sk pobox.sk pokec.sk post.cz post.sk quick.cz seznam.cz slovanet.sk
    spoluzaci.cz stonline.sk szm.com szm.sk t-zones.sk tiscali.cz upcmail.cz volny.cz wo.cz worldonline.cz
    zoznam.sk`,
  'Hungary, Romania, Bulgaria and Greece': `
    abv.bg axelero.hu bitex.bg chello.hu citromail.hu clicknet.ro cosmotemail.gr cytanet.com.cy digikabel.hu
    dir.bg einet.bg email.ro enternet.hu fibermail.hu forthnet.gr freemail.gr freemail.hu gbg.bg gyuvetch.bg
    hol.gr home.ro in.gr indamail.hu invitel.hu k.ro mail.bg mail.gr mailbox.gr mailbox.hu mbox.contact.bg
    otenet.gr personal.ro primehome.com rdslink.ro spidernet.com.cy t-online.hu tellas.gr tvn.hu upcmail.hu
    vipmail.hu vivodinet.gr zappmobile.ro`,
  'Balkan and Baltic countries': `
    amis.net apollo.lv beotel.rs bih.net.ba blic.net delfi.lt e-mail.lt email.lt email.si eunet.rs
    globalnet.hr hot.ee inbox.eu inbox.lt inbox.lv inet.hr iskon.hr mail.ee mail.lt mt.net.mk mts.rs net.hr
    neti.ee one.lt one.lv online.ee open.telekom.rs optinet.hr ptt.rs sbb.rs siol.net solo.delfi.ee t-2.net
    t-com.hr t.mk takas.lt tel.net.ba telemach.net teol.net volja.net xnet.hr zebra.lt zg.t-com.hr`,
  'Russia and its neighbours': `
    aport.ru autorambler.ru bigmir.net bk.ru e-mail.ua email.ru email.ua fromru.com front.ru hotbox.ru i.ua
    inbox.ru inbox.uz internet.ru km.ru krovatka.su land.ru lenta.ru list.ru mail.am mail.az mail.kz
    mail.md mail.ru mail.ua mail.uz mail15.com meta.ua moldtelecom.md myrambler.ru narod.ru newmail.ru
    nextmail.ru nm.ru nxt.ru online.ua pisem.net pochta.com pochta.ru pop3.ru qip.ru rambler.ru rambler.ua
    rbcmail.ru ro.ru sibmail.com smtp.ru tut.by ua.fm ukr.net ukrpost.ua umail.uz vk.com xmail.ru ya.ru
    yandex.az yandex.by yandex.co.il yandex.com yandex.com.am yandex.com.ge yandex.com.tr yandex.ee
    yandex.fr yandex.kg yandex.kz yandex.lt yandex.lv yandex.md yandex.ru yandex.tj yandex.tm yandex.ua
    yandex.uz`,
  'China, Hong Kong and Taiwan': `
    126.com 139.com 163.com 188.com 189.cn 21cn.com 21cn.net 263.net 88.com aliyun.com china.com
    chinaren.com ctimail.com eyou.com foxmail.com hinet.net hkbn.net hkstar.com i-cable.com kimo.com.tw
    macau.ctm.net mail.china.com ms1.hinet.net my3ia.sina.com netvigator.com online.sh.cn pchome.com.tw
    qq.com seed.net.tw sina.cn sina.com sina.com.cn so-net.net.tw sogou.com sohu.com tom.com vip.126.com
    vip.163.com vip.qq.com vip.sina.com vip.sohu.com vip.tom.com wo.cn wo.com.cn yam.com yeah.net`,
  'Korea and Japan': `
    asahi-net.or.jp au.com auone.jp bbiq.jp biglobe.ne.jp cap.ocn.ne.jp chol.com chollian.net commufa.jp
    daum.net dion.ne.jp disney.ne.jp docomo.ne.jp dreamwiz.com dti.ne.jp emobile.ne.jp empal.com empas.com
    eonet.ne.jp excite.co.jp ezweb.ne.jp freechal.com goo.jp hanafos.com hanmail.net hanmir.com hi-ho.ne.jp
    hitel.net i.softbank.jp infoseek.jp interlink.or.jp jcom.home.ne.jp jcom.zaq.ne.jp jp-c.ne.jp jp-d.ne.jp
    jp-h.ne.jp jp-k.ne.jp jp-n.ne.jp jp-q.ne.jp jp-r.ne.jp jp-s.ne.jp jp-t.ne.jp kakao.com korea.com
    livedoor.com lycos.co.kr mail.goo.ne.jp nate.com naver.com netsgo.com nifty.com nifty.ne.jp nownuri.net
    ocn.ne.jp odn.ne.jp paran.com pdx.ne.jp plala.or.jp so-net.ne.jp softbank.ne.jp t-com.ne.jp tiki.ne.jp
    unitel.co.kr uqmobile.jp vodafone.ne.jp wakwak.com willcom.com y-mobile.ne.jp ymobile.ne.jp zaq.ne.jp`,
  'India and South Asia': `
    airtelmail.in bol-online.com brain.net.pk bsnl.in cyber.net.pk dataone.in dialogsl.net eureka.lk
    indiatimes.com mtnl.net.in ntc.net.np rediff.com rediffmail.com sancharnet.in satyam.net.in sify.com
    sltnet.lk tatanova.com touchtelindia.net vsnl.com vsnl.net wlink.com.np`,
  'South-East Asia': `
    cbn.net.id centrin.net.id hcm.fpt.vn hcm.vnn.vn hn.vnn.vn indo.net.id jaring.my ksc.th.com loxinfo.co.th
    pacific.net.sg pd.jaring.my plasa.com pldtdsl.net po.jaring.my singnet.com.sg starhub.net.sg
    streamyx.com telkom.net thaimail.com tm.net.my truemail.co.th vnn.vn vol.vn`,
  'Middle East and Africa': `
    012.net.il 013.net 013net.net 017.net.il absamail.co.za actcom.co.il africamail.com africaonline.co.ke
    ananzi.co.za arc.sn aviso.ci awalnet.net.sa barak.net.il batelco.com.bh bezeqint.net camnet.cm chmail.ir
    cyberia.net.lb cybersmart.co.za e-kolay.net eim.ae emirates.net.ae gnet.tn hexabyte.tn iafrica.com
    icon.co.za idm.net.lb inco.com.lb inter.net.il internet-zahav.net intnet.mu kablonet.com.tr kenyaweb.com
    lantic.net link.net mailfa.com menanet.net menara.ma mweb.co.za mynet.com nana.co.il nana10.co.il
    netvision.net.il orange.ci orange.jo orange.sn planet.tn polka.co.za qatar.net.qa qualitynet.net
    saudi.net.sa sentoo.sn smile.net.il superonline.com tedata.net.eg telkomsa.net terra.net.lb tnn.net
    topnet.tn ttmail.com ttnet.net.tr turk.net utlonline.co.ug vodamail.co.za walla.co.il wanadoo.jo
    wananchi.com webmail.co.za yaani.com zahav.net.il`,
  Brazil: `
    ajato.com.br bol.com.br brfree.com.br brturbo.com brturbo.com.br click21.com.br globo.com globomail.com
    ibest.com.br ig.com.br itelefonica.com.br mailbr.com.br oi.com.br pop.com.br powerline.com.br
    predialnet.com.br r7.com sercomtel.com.br superig.com.br terra.com.br uol.com.br velox.com.br
    veloxmail.com.br vivointernet.com.br zipmail.com.br`,
  'Spanish-speaking America': `
    adinet.com.uy andinanet.net argentina.com arnet.com.ar axtel.net cablevision.net.mx cantv.net caribe.net
    chilesat.net ciudad.com.ar claro.net.do codetel.net.do coqui.net ctcinternet.cl datafull.com
    entelchile.net epm.net.co esmas.com etb.net.co fibertel.com.ar fullzero.com.ar infovia.com.ar
    manquehue.net megared.net.mx montevideo.com.uy nauta.cu netizen.com.ar prodigy.net.mx prtc.net
    racsa.co.cr satnet.net sinectis.com.ar speedy.com.ar speedy.com.pe starmedia.com telecom.com.co
    telmexmail.com terra.cl terra.com terra.com.ar terra.com.co terra.com.mx terra.com.pe terra.com.ve
    todito.com topmail.com.ar tutopia.com une.net.co uolsinectis.com.ar vera.com.uy vtr.net`,
  'United States': `
    acsalaska.net adelphia.net alltel.net ameritech.net atlanticbb.net att.net attbi.com austin.rr.com
    bellatlantic.net bellsouth.net bendbroadband.com bluelight.com bresnan.net brighthouse.com ca.rr.com
    cableone.net carolina.rr.com centurylink.net centurytel.net cfl.rr.com charter.net cinci.rr.com
    cincinnatibell.net citlink.net clearwire.net columbus.rr.com comcast.net comporium.net concentric.net
    consolidated.net cox.net cruzio.com currently.com dejazzd.com earthlink.net embarqmail.com epix.net
    erols.com ev1.net execpc.com exede.net flash.net frontier.com frontiernet.net fuse.net gci.net gte.net
    hargray.com hawaii.rr.com hawaiiantel.net hughes.net insightbb.com iowatelecom.net ix.netcom.com
    kc.rr.com knology.net mail.bellsouth.net maine.rr.com mchsi.com mediacombb.net mediaone.net
    metrocast.net midco.net midconetwork.com mindspring.com mtaonline.net nc.rr.com nemr.net neo.rr.com
    netcom.com netins.net ntelos.net nvbell.net nycap.rr.com optimum.net optonline.net pacbell.net panix.com
    peoplepc.com pipeline.com prodigy.com prodigy.net ptd.net q.com qwest.net rcn.com roadrunner.com
    rochester.rr.com rr.com san.rr.com satx.rr.com sbcglobal.net sdf.org shentel.net snet.net socal.rr.com
    sonic.net sparklight.net speakeasy.net spectrum.net sprintmail.com sprynet.com starpower.net stx.rr.com
    suddenlink.net swbell.net tampabay.rr.com tctwest.net tds.net toast.net triad.rr.com twc.com tx.rr.com
    unitedonline.net uswest.net wavecable.com well.com wi.rr.com wideopenwest.com wildblue.net
    windstream.net worldnet.att.net wowway.com zoominternet.net zoomtown.com`,
  Canada: `
    accesscable.net aliant.net b2b2c.ca bell.net bellaliant.net bellnet.ca canada.com cgocable.ca
    cgocable.net citywest.ca cogeco.ca cogeco.net cyberus.ca dccnet.com eastlink.ca execulink.com
    globetrotter.net hurontel.on.ca istar.ca look.ca lycos.ca magma.ca mts.net mymts.net nb.sympatico.ca
    nbnet.nb.ca nl.rogers.com northwestel.net ns.sympatico.ca oricom.ca persona.ca primus.ca rogers.com
    sasktel.net shaw.ca sogetel.net sympatico.ca tbaytel.net teksavvy.com telus.net uniserve.com vianet.ca
    videotron.ca videotron.qc.ca wightman.ca xplornet.ca xplornet.com`,
  'Australia and New Zealand': `
    aanet.com.au aapt.net.au activ8.net.au actrix.co.nz actrix.gen.nz adam.com.au alphalink.com.au
    aussiebroadband.com.au bigpond.com bigpond.com.au bigpond.net.au bordernet.com.au callplus.net.nz
    chariot.net.au clear.net.nz dodo.com.au exetel.com.au froggy.com.au grapevine.com.au hotkey.net.au
    ihug.co.nz iinet.net.au inspire.net.nz internode.on.net iprimus.com.au maxnet.co.nz myaccess.com.au
    ncable.net.au netspace.net.au optushome.com.au optusnet.com optusnet.com.au orcon.net.nz ozemail.com.au
    paradise.net.nz people.net.au powerup.com.au primus.com.au primusonline.com.au slingshot.co.nz
    snap.net.nz soul.com.au southcom.com.au swiftdsl.com.au tpg.com.au transact.com.au unwired.com.au
    vodafone.co.nz vodafone.net.nz wave.co.nz westnet.com.au woosh.co.nz xtra.co.nz`,
};

/**
 * Domains where anyone can get a mailbox, for free or with their internet access, by provider or country. Small paid
 * services for private persons are included: an address there does not identify an employer. Those are left out where the
 * staff of the provider have theirs, too, such as green.ch and plusnet.com.
 *
 * Common knowledge, and from what others publish: the providers of Thunderbird (github.com/thunderbird/autoconfig, ispdb) and
 * a list of private mail domains (github.com/reacherhq/check-if-email-exists, core/src/misc/b2c.txt).
 */
export const freeProviders: readonly string[] = Object.values(byGroup).flatMap((names) =>
  names.trim().split(/\s+/),
);
