import { withOfflineLookups } from './offline-lookups.mjs';

const binCount = 10;

/**
 * Looks people up without a network, one after another, at companies that refuse unknown recipients. Returns how far the
 * chances of candidates are from how often they are accepted (expected calibration error, in ten bins), how many of
 * those who are there are found at companies where nobody has been found before, and how many questions are asked about
 * people who are found, missed and absent.
 */
export async function calibrationOf(lines) {
  return withOfflineLookups((begin) => calibration(lines, begin()));
}

function calibration(lines, lookUp) {
  const people = lines.filter(({ isCatchAll }) => !isCatchAll);
  const mailboxes = new Set(people.map(({ address, domain }) => `${address}@${domain}`));
  const answers = [];
  const first = { people: 0, found: 0 };
  const spent = Object.fromEntries(
    ['found', 'missed', 'absent'].map((end) => [end, { people: 0, questions: 0 }]),
  );
  for (const { fullName, domain, address } of people) {
    const { find, questions, isFirst } = lookUp({
      row: { first_name: fullName, last_name: '', domain },
      exists: (localPart) => mailboxes.has(`${localPart}@${domain}`),
    });
    answers.push(...questions.map(({ chance, isAccepted }) => ({ chance, isTrue: isAccepted })));
    const isFound = address !== null && find?.localPart === address;
    const end = address === null ? 'absent' : isFound ? 'found' : 'missed';
    spent[end].people += 1;
    spent[end].questions += questions.length;
    if (address !== null && isFirst) {
      first.people += 1;
      if (isFound) first.found += 1;
    }
  }
  return { error: calibrationError(answers), first, spent };
}

/** The expected calibration error, in ten bins: how far chances are, on average, from how often they come true. */
export function calibrationError(forecasts) {
  const bins = Array.from({ length: binCount }, () => ({ chances: 0, true: 0 }));
  for (const { chance, isTrue } of forecasts) {
    const bin = bins[Math.min(binCount - 1, Math.floor(chance * binCount))];
    bin.chances += chance;
    if (isTrue) bin.true += 1;
  }
  return bins.reduce((sum, bin) => sum + Math.abs(bin.chances - bin.true), 0) / forecasts.length;
}
