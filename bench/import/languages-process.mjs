/**
 * Loads all that lookups know about languages from the bundled modules in a folder, and sends how much memory that takes: the
 * tables, and the indexes that are made of them. The machine code that V8 makes of patterns is not part of it.
 */
import { memoryUsage } from 'node:process';

const [folder] = process.argv.slice(2);
const names = `${folder}/src/lookup/names`;
const { allLanguages } = await import(`${names}/languages.js`);
const { writerOf } = await import(`${names}/letters.js`);
const { knownName } = await import(`${names}/name-index.js`);
const { otherForms } = await import(`${names}/short-forms.js`);
const { spellingsIn } = await import(`${names}/word-lists.js`);

const before = bytesInUse();
knownName('ann');
for (const language of allLanguages()) {
  otherForms('ann', language);
  spellingsIn(language, 'ann');
  const { letters = {}, letterChoices = [] } = language;
  writerOf(letters);
  for (const { options } of letterChoices) for (const option of options) writerOf(option.letters);
}
process.send(bytesInUse() - before);

function bytesInUse() {
  gc();
  gc();
  const { heapUsed, external } = memoryUsage();
  return heapUsed + external;
}
