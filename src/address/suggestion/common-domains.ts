/**
 * The hundred commonest domains of private addresses, the commonest first. Compiled by us from what providers and the press
 * have published about numbers of mailboxes, by country; the order is a rough one, and only decides between domains that
 * a typo resembles equally.
 */
export const commonDomains: readonly string[] = `
  gmail.com yahoo.com hotmail.com outlook.com icloud.com qq.com 163.com mail.ru yandex.ru aol.com live.com
  naver.com gmx.de web.de msn.com 126.com hotmail.co.uk hotmail.fr orange.fr yahoo.co.jp yahoo.co.uk
  yahoo.fr sina.com docomo.ne.jp libero.it comcast.net t-online.de yahoo.com.br yahoo.co.in googlemail.com
  rediffmail.com me.com ymail.com wanadoo.fr free.fr bk.ru list.ru inbox.ru rambler.ru uol.com.br
  bol.com.br foxmail.com hotmail.it hotmail.es live.fr wp.pl onet.pl seznam.cz protonmail.com proton.me
  sfr.fr laposte.net yahoo.de yahoo.es yahoo.it yahoo.ca hotmail.de att.net sbcglobal.net verizon.net
  bellsouth.net cox.net charter.net gmx.net freenet.de btinternet.com hanmail.net daum.net ukr.net o2.pl
  interia.pl live.co.uk live.nl live.it yahoo.com.au yahoo.com.mx yahoo.com.ar yahoo.co.id yahoo.in
  terra.com.br virgilio.it tiscali.it alice.it talktalk.net virginmedia.com bigpond.com optusnet.com.au
  shaw.ca rogers.com sympatico.ca telenet.be skynet.be ziggo.nl bluewin.ch gmx.ch gmx.at earthlink.net
  optonline.net rocketmail.com mail.com
`
  .trim()
  .split(/\s+/);

/** Names that only mail services have: under another ending than those of the free providers, they are mistakes. */
export const coinedNames: readonly string[] = `
  bellsouth bluewin btinternet docomo gmail gmx googlemail hanmail hotmail optonline optusnet protonmail
  rediffmail sbcglobal seznam sympatico wanadoo yahoo ymail ziggo
`
  .trim()
  .split(/\s+/);
