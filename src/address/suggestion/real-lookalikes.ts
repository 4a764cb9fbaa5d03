/**
 * Domains of others that look like typos of the common ones. They are meant when they are typed. In lower-case A-labels.
 */
export const realLookalikes: readonly string[] = [
  // Disposable email services
  ...'5ymail.com amail.com fboxmail.com fizmail.com foxymail.com gmail.or.at gotmail.com'.split(' '),
  ...'gtmail.com notmail.com tmail.com'.split(' '),
  // Companies, their offices, and institutions
  ...'alo.com ao.com cloud.com cox.com coxmail.com daum.com dox.net fox.net gol.com.br mai.ru'.split(' '),
  ...'majl.com mil.ru msi.com outlooks.com roger.com rodgers.com sap.fr shad.ca skype.net'.split(' '),
  ...'sol.com.br tetra.com.br vol.com.br'.split(' '),
  // Words and names of persons
  ...'alive.it auto.pl dive.com dive.nl fine.com five.com fox.com gail.com give.com grange.fr'.split(' '),
  ...'hive.com india.com jive.com kite.com lie.com life.com lime.com line.com lice.it lie.fr'.split(' '),
  ...'lie.nl line.fr line.it line.nl liver.com lives.com lost.ru love.fr love.it love.nl lust.ru'.split(' '),
  ...'mali.ru men.com nacer.com nail.ru never.com olive.com olive.fr olive.it one.pl oranges.fr'.split(' '),
  ...'range.fr sin.com sing.com sins.com slice.it solive.com tree.fr waver.com webs.de wed.de'.split(' '),
  ...'wet.de wine.com'.split(' '),
];
