import type { UnclassifiedReply } from '../../../src/verdict/unclassified/unclassified-replies.ts';
import { exitCode } from '../exit-code.ts';
import { jsonLine, printable } from '../output/printable.ts';
import { requireStdout } from '../output/stdout.ts';
import { type TextColumn, textTable } from '../output/text-table.ts';
import { openOfflineEngine } from '../settings/offline-engine.ts';
import { addSandboxStoreOption, type SandboxStoreFlags } from '../settings/sandbox-stores.ts';
import { parseWholeNumber } from '../settings/setting-value.ts';
import { addStoreOption, readPersistentStore, storeName } from '../settings/stores.ts';
import type { AddCommand, Terminal } from '../terminal.ts';

interface RepliesFlags extends SandboxStoreFlags {
  readonly limit: string;
  readonly json?: boolean;
  readonly clear?: boolean;
}

const help = `
Shown are replies whose codes and words state no meaning that mailproof knows, in lower case: … stands for an address, a
host or words that are not known, # for a number. Unknown words are kept only of what the servers of five companies
have said alike: others may name people. Replies are counted while a server, a worker or a bulk run works on the store.
docs/changing.md says how to add a phrase.`;

const most = 1_000;

/** Adds `mailproof replies`. `finish` gets the exit code. */
export const addRepliesCommand: AddCommand = (program, terminal, finish) => {
  const replies = program
    .command('replies')
    .description('show the commonest replies of mail servers that were not understood')
    .option('--limit <number>', 'show at most this many', '20')
    .option('--json', 'print one JSON object per line')
    .option('--clear', 'forget them, instead of showing them');
  addStoreOption(replies);
  addSandboxStoreOption(replies);
  replies.addHelpText('after', help);
  requireStdout(replies, terminal.stdout, 'clear');
  replies.action(async (flags: RepliesFlags) => finish(await showReplies(flags, terminal)));
};

async function showReplies(flags: RepliesFlags, { stdout, stderr, env }: Terminal): Promise<number> {
  const limit = parseWholeNumber(
    { text: flags.limit, source: '--limit' },
    { expected: 'a number of replies', max: most },
  );
  await using engine = await openOfflineEngine(flags, env);
  if (flags.clear) {
    await engine.replies.clear();
    stdout.write('The replies are forgotten.\n');
    return exitCode.done;
  }
  const shown = (await engine.replies.list()).slice(0, limit);
  if (flags.json) stdout.write(shown.map((reply) => jsonLine(jsonOf(reply))).join(''));
  else if (shown.length > 0) stdout.write(textTable(columns, shown));
  else
    stderr.write(
      `There are no unrecognised replies in ${printable(storeName(readPersistentStore(flags, env)))}.\n`,
    );
  return exitCode.done;
}

const columns: readonly TextColumn<UnclassifiedReply>[] = [
  { title: 'count', align: 'right', text: ({ count }) => count.toLocaleString('en') },
  { title: 'to', text: ({ stage }) => stage },
  { title: 'code', text: codesOf },
  { title: 'words', text: ({ text }) => (text === '' ? '(none)' : text) },
];

function codesOf({ code, enhancedCode }: UnclassifiedReply): string {
  return enhancedCode === null ? String(code) : `${code} ${enhancedCode}`;
}

function jsonOf({ count, stage, code, enhancedCode, text }: UnclassifiedReply) {
  return { count, stage, code, enhanced_code: enhancedCode, text };
}
