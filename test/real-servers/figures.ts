import { appendFile } from 'node:fs/promises';
import type { ServerCounts } from './counting-forwarder.ts';

/** Adds what was counted to the file that `REAL_SERVER_FIGURES` names, if it is set, to compare two versions of the engine. */
export async function recordFigures(
  name: string,
  counts: ServerCounts,
  more: Readonly<Record<string, number>>,
): Promise<void> {
  const file = process.env.REAL_SERVER_FIGURES;
  if (file === undefined) return;
  const { recipients, drops, ...rest } = counts;
  const lastReplies = [...new Set(drops)].slice(0, 3);
  const figures = { name, ...rest, recipients: recipients.length, drops: drops.length, lastReplies, ...more };
  await appendFile(file, `${JSON.stringify(figures)}\n`);
}
