/** The share of the mutants that a room has to kill. Those that hung until their time was up are not counted. */
const wantedShare = 0.9;

/** Prints the mutants of each file by what became of them, then those that nothing noticed. Returns whether enough died. */
export function printReport(mutants) {
  const files = [...new Set(mutants.map(({ file }) => file))].sort();
  const rows = files.map((file) => [file, countsOf(mutants.filter((mutant) => mutant.file === file))]);
  const total = countsOf(mutants);
  console.log('\n| file | mutants | killed | timed out | survived | not covered | killed share |');
  console.log('|---|---|---|---|---|---|---|');
  for (const [name, counts] of [...rows, ['in all', total]]) console.log(rowOf(name, counts));
  console.log('');
  for (const mutant of mutants)
    if (mutant.status === 'Survived' || mutant.status === 'NoCoverage') console.log(lineOf(mutant));
  return shareOf(total) >= wantedShare;
}

function countsOf(mutants) {
  const count = (status) => mutants.filter((mutant) => mutant.status === status).length;
  return {
    killed: count('Killed') + count('RuntimeError') + count('CompileError'),
    timedOut: count('Timeout'),
    survived: count('Survived'),
    notCovered: count('NoCoverage'),
  };
}

function rowOf(name, counts) {
  const { killed, timedOut, survived, notCovered } = counts;
  const all = killed + timedOut + survived + notCovered;
  const share = `${(100 * shareOf(counts)).toFixed(1)} %`;
  return `| ${[name, all, killed, timedOut, survived, notCovered, share].join(' | ')} |`;
}

function shareOf({ killed, survived, notCovered }) {
  const judged = killed + survived + notCovered;
  return judged === 0 ? 1 : killed / judged;
}

function lineOf({ file, location: { start, end }, mutatorName, replacement, status }) {
  const mark = status === 'NoCoverage' ? 'not covered' : 'survived';
  return `${file}:${start.line}:${start.column}-${end.line}:${end.column} ${mark} ${mutatorName}: ${replacement.replaceAll(/\s+/g, ' ')}`;
}
