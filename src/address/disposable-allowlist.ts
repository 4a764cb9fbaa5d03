/** Corrections to the lists of disposable domains. Names are in lower-case A-labels. */

/**
 * Organisations and mailbox providers that the lists contain by mistake, and services that forward permanent aliases to
 * a person's own mailbox. These names and their subdomains never count as disposable.
 */
export const neverDisposable: readonly string[] = [
  // Privacy relays: SimpleLogin and Proton Pass
  '8alias.com',
  '8shield.net',
  'aleeas.com',
  'dralias.com',
  'passfwd.com',
  'passinbox.com',
  'passmail.com',
  'passmail.net',
  'silomails.com',
  'simplelogin.co',
  'simplelogin.com',
  'simplelogin.fr',
  'simplelogin.io',
  'slmail.me',
  'slmails.com',
  // Privacy relays: addy.io
  'addy.io',
  'addymail.com',
  'anonaddy.com',
  'anonaddy.me',
  // Privacy relays: others
  '33mail.com',
  'craigslist.org',
  'duck.com',
  'e4ward.com',
  'erine.email',
  'forwardemail.net',
  'mozmail.com',
  'privaterelay.appleid.com',
  'relay.firefox.com',
  'sneakemail.com',
  'snkmail.com',
  'snkml.com',
  // Mailbox providers
  '21cn.com',
  'fastmail.name',
  'safe-mail.net',
  'sibmail.com',
  'sify.com',
  'spamarrest.com',
  'ubicloud.com',
  'vfemail.net',
  // Companies
  'angi.com',
  'bolt.net',
  'belt.io',
  'britishgas.uk',
  'careerwill.com',
  'dpworld.net',
  'engie.nl',
  'letmeinonthis.com',
  'linode.systems',
  'oregonclinic.com',
  'tmxnet.com',
  // Public bodies, schools, universities, charities
  'berkshirehealthcare.nhs.uk',
  'email.ucms.edu.pk',
  'micronews.debian.org',
  'mijnhva.nl',
  'myemail.gic.edu.vn',
  'netherlandsandyou.nl',
  'news.hackney.gov.uk',
  'news.uhd.edu',
  'nycdatascienceacademy.com',
  'seftonchamber.org.uk',
  'southtynesidecvs.org.uk',
  'werk.nl',
];

/**
 * Domains under which anyone can register a name: dynamic DNS, free hosting, private registries. The broad list
 * contains them because of a few customers. It therefore does not count for these names, nor for their subdomains,
 * unless it contains the subdomain itself.
 */
export const sharedSuffixes: readonly string[] = [
  // Registries
  'edu.pl',
  'kro.kr',
  'my.id',
  'n-e.kr',
  'o-r.kr',
  'one.pl',
  'p-e.kr',
  'r-e.kr',
  'web.id',
  'za.com',
  // Dynamic DNS: No-IP
  '3utilities.com',
  'bounceme.net',
  'ddns.net',
  'gotdns.ch',
  'hopto.org',
  'myddns.me',
  'servegame.com',
  'sytes.net',
  'zapto.org',
  // Dynamic DNS: Dynu
  'ddnsfree.com',
  'dynu.net',
  'giize.com',
  'kozow.com',
  'theworkpc.com',
  // Dynamic DNS: FreeDNS
  'biz.tm',
  'ignorelist.com',
  'info.tm',
  'twilightparadox.com',
  // Dynamic DNS: ChangeIP
  'acmetoy.com',
  'gettrials.com',
  'longmusic.com',
  'mefound.com',
  'ocry.com',
  'ourhobby.com',
  'toh.info',
  'x24hr.com',
  'youdontcare.com',
  // Dynamic DNS: others
  'cloudns.asia',
  'cloudns.cc',
  'cloudns.cx',
  'cloudns.nz',
  'dedyn.io',
  'dns-cloud.net',
  'dnsabr.com',
  'f5.si',
  'nctu.me',
  // Free web hosting
  'epizy.com',
  'esy.es',
  'ezyro.com',
  'heliohost.org',
  'somee.com',
  'unaux.com',
];
