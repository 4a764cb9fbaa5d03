import { readFile } from 'node:fs/promises';
import { number } from '../table.mjs';
import { withContenders } from './contenders.mjs';

const collected = new URL('../../test/probe/reply/collected/', import.meta.url);

export const truth = {
  title: 'What refusals mean that others collected: test/probe/reply/collected',
  defaultRuns: 1,
  measure,
};

async function measure({ note }) {
  note('classifying');
  const replies = await labelledReplies();
  return withContenders(async (contenders) => {
    const judged = [];
    for (const { name, say } of contenders) judged.push({ name, ...(await judge(replies, say)) });
    const [own] = judged;
    return {
      heads: [
        '',
        'other refusals',
        'called missing',
        'called full',
        'missing found',
        'disabled found',
        'full found',
      ],
      rows: judged.map(({ name, others, falseMissing, falseFull, found }) => [
        name,
        number(others),
        `${number(falseMissing.length)} (${percent(falseMissing.length / others)})`,
        number(falseFull.length),
        ...found.map(percent),
      ]),
      checks: [
        { what: 'other refusals that we call missing', measured: own.falseMissing.length, atMost: 0 },
        ...['missing', 'disabled', 'full'].map((what, index) => ({
          what: `% of ${what} mailboxes that we find`,
          measured: 100 * own.found[index],
          atLeast: 95,
          digits: 1,
        })),
      ],
      wrong: own.falseMissing.map(({ truth, reply }) => ({ truth, answer: reply })),
    };
  });
}

async function judge(replies, say) {
  const said = [];
  for (const reply of replies) said.push({ ...reply, said: await say(reply) });
  const others = said.filter(({ truth }) => truth === 'other' || truth === 'domain');
  const shareOf = (wanted, answer) => {
    const rows = said.filter(({ truth }) => truth === wanted);
    return rows.filter((row) => row.said === answer).length / rows.length;
  };
  return {
    others: others.length,
    falseMissing: others.filter((row) => row.said === 'missing'),
    falseFull: others.filter((row) => row.said === 'full'),
    found: [shareOf('missing', 'missing'), shareOf('disabled', 'missing'), shareOf('full', 'full')],
  };
}

/** Without those that nobody can label, and with labels corrected that are shown to be wrong. */
async function labelledReplies() {
  const corrections = JSON.parse(await readFile(new URL('corrections.json', collected), 'utf8'));
  const lines = (await readFile(new URL('replies.jsonl', collected), 'utf8')).trim().split('\n');
  return lines.map((line) => {
    const row = JSON.parse(line);
    const [, code = '550', text = row.reply] = /^(\d{3})[ -]?(.*)$/s.exec(row.reply) ?? [];
    return { ...row, truth: corrections[row.id]?.[0] ?? row.truth, code: Number(code), text };
  });
}

function percent(share) {
  return `${number(100 * share, 1)} %`;
}
