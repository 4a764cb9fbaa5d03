/** Corrections to the lists of disposable domains. Names are in lower-case A-labels. */

/**
 * Organisations and mailbox providers that the lists contain by mistake, and services that forward permanent aliases to
 * a person's own mailbox. These names and their subdomains never count as disposable.
 */
export const neverDisposable: readonly string[] = [
  // Privacy relays: SimpleLogin and Proton Pass
  ...'8alias.com 8shield.net aleeas.com dralias.com passfwd.com passinbox.com passmail.com'.split(' '),
  ...'passmail.net silomails.com simplelogin.co simplelogin.com simplelogin.fr simplelogin.io'.split(' '),
  ...'slmail.me slmails.com'.split(' '),
  // Privacy relays: addy.io
  ...'addy.io addymail.com anonaddy.com anonaddy.me'.split(' '),
  // Privacy relays: others
  ...'33mail.com craigslist.org duck.com e4ward.com erine.email forwardemail.net mozmail.com'.split(' '),
  ...'privaterelay.appleid.com relay.firefox.com sneakemail.com snkmail.com snkml.com'.split(' '),
  // Mailbox providers
  ...'21cn.com blader.com cutey.com fastmail.name royal.net safe-mail.net sibmail.com sify.com'.split(' '),
  ...'spamarrest.com ubicloud.com vfemail.net yandex.net'.split(' '),
  // Mailbox providers: further domains of cock.li
  ...'420blaze.it cumallover.me dicksinhisan.us dicksinmyan.us getbackinthe.kitchen hitler.rocks'.split(' '),
  ...'national.shitposting.agency nigge.rs rape.lol redchan.it tfwno.gf waifu.club'.split(' '),
  // Companies
  ...'angi.com beliefnet.com blogs.com bolt.net brainonfire.net belt.io britishgas.uk'.split(' '),
  ...'careerwill.com cbamboo.com dpworld.net e2estudios.com engie.nl facebookmail.com'.split(' '),
  ...'feedspot.com feedspotmailer.com file-up.fr ibibo.com iwi.net lendscape.com'.split(' '),
  ...'letmeinonthis.com linode.systems nextag.com oregonclinic.com purple.dev ruffrey.com'.split(' '),
  ...'shitware.nl tmxnet.com xwaretech.com xwaretech.info xwaretech.net xwaretech.tk zamana.com'.split(' '),
  // Public bodies, schools, universities, charities
  ...'berkshirehealthcare.nhs.uk email.ucms.edu.pk micronews.debian.org mijnhva.nl'.split(' '),
  ...'myemail.gic.edu.vn netherlandsandyou.nl news.hackney.gov.uk news.uhd.edu'.split(' '),
  ...'nycdatascienceacademy.com nus.edu.sg seftonchamber.org.uk southtynesidecvs.org.uk test.de'.split(' '),
  ...'werk.nl'.split(' '),
];

/**
 * Domains under which anyone can register a name: dynamic DNS, free hosting, private registries. The broad list
 * contains them because of a few customers. It therefore does not count for these names, nor for their subdomains,
 * unless it contains the subdomain itself.
 */
export const sharedSuffixes: readonly string[] = [
  // Registries
  ...'edu.pl kro.kr my.id n-e.kr o-r.kr one.pl p-e.kr r-e.kr web.id za.com'.split(' '),
  // Dynamic DNS: No-IP
  ...'3utilities.com bounceme.net ddns.net gotdns.ch hopto.org myddns.me servegame.com sytes.net'.split(' '),
  ...'zapto.org'.split(' '),
  // Dynamic DNS: Dynu
  ...'ddnsfree.com dynu.net giize.com kozow.com theworkpc.com'.split(' '),
  // Dynamic DNS: FreeDNS
  ...'biz.tm ignorelist.com info.tm twilightparadox.com'.split(' '),
  // Dynamic DNS: ChangeIP
  ...'acmetoy.com gettrials.com longmusic.com mefound.com ocry.com ourhobby.com toh.info'.split(' '),
  ...'x24hr.com youdontcare.com'.split(' '),
  // Dynamic DNS: others
  ...'cloudns.asia cloudns.cc cloudns.cx cloudns.nz dedyn.io dns-cloud.net dnsabr.com f5.si'.split(' '),
  ...'nctu.me'.split(' '),
  // Free web hosting
  ...'epizy.com esy.es ezyro.com heliohost.org somee.com unaux.com'.split(' '),
];
