/**
 * Names of made-up people, as written and as spelled in addresses. Where two spellings are common, a company uses the
 * first or the second for everyone. No two names share a spelling or a short form, so no two people share an address.
 */
export const firstNames = [
  ...plain(
    'Adam Agnes Alice Andrew Arthur Beatrice Bianca Carlos Caroline Charlotte Clara Daniel David Diana',
  ),
  ...plain(
    'Edward Elena Emily Eric Eva Felix Fiona Florian George Grace Hannah Helen Henry Ingrid Ivan James',
  ),
  ...plain('Jonas Julia Karen Kevin Laura Lina Lucy Marco Nadia Nathan Oliver Oscar Patricia Peter Rachel'),
  ...plain('Robert Rosa Samuel Simon Stefan Susan Thomas Valerie Victor Walter William Yvonne'),
  { name: 'Jürgen', spellings: ['juergen', 'jurgen'] },
  { name: 'Björn', spellings: ['bjorn', 'bjoern'] },
  { name: 'Zoë', spellings: ['zoe'] },
  { name: 'José', spellings: ['jose'] },
  { name: 'Renée', spellings: ['renee'] },
  { name: 'Łukasz', spellings: ['lukasz'] },
  { name: 'Jean-Pierre', spellings: ['jean-pierre', 'jean'] },
  { name: 'Anne-Marie', spellings: ['anne-marie', 'anne'] },
];

export const lastNames = [
  ...plain(
    'Adams Andersen Bailey Baker Becker Bennett Brown Campbell Carter Clark Collins Cooper Costa Davies',
  ),
  ...plain('Dubois Edwards Evans Fischer Foster Gomez Gray Green Hall Hansen Harris Hoffmann Hughes Ivanov'),
  ...plain('Jackson Jansen Johnson Jones Keller Kelly King Klein Kovacs Larsen Lindberg Lopez Miller Moore'),
  ...plain(
    'Moreau Murphy Novak Olsen Parker Petrov Phillips Price Richter Rossi Schneider Smith Taylor Turner',
  ),
  ...plain('Walker Weber Wilson Wood Wright Young Zimmermann'),
  { name: 'Müller', spellings: ['mueller', 'muller'] },
  { name: 'Schäfer', spellings: ['schaefer', 'schafer'] },
  { name: 'Sørensen', spellings: ['sorensen', 'soerensen'] },
  { name: 'Groß', spellings: ['gross'] },
  { name: 'García', spellings: ['garcia'] },
  { name: 'Nuñez', spellings: ['nunez'] },
  { name: "O'Brien", spellings: ['obrien'] },
  { name: 'van den Berg', spellings: ['vandenberg', 'berg'] },
  { name: 'de Vries', spellings: ['devries', 'vries'] },
  { name: 'da Silva', spellings: ['silva', 'dasilva'] },
  { name: 'Meyer-Schmidt', spellings: ['meyer-schmidt', 'meyer'] },
];

function plain(names) {
  return names.split(' ').map((name) => ({ name, spellings: [name.toLowerCase()] }));
}
