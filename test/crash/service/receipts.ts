import { readFile } from 'node:fs/promises';
import { type Finding, isConclusive } from '../../../src/lookup/finding.ts';
import type { Status } from '../../../src/resources.ts';

/** A result that a process was about to store, with the hold that pays for it. */
export interface Receipt {
  readonly holdId: string;
  /** Of the result. */
  readonly key: string;
  readonly conclusive: boolean;
}

/** As the processes write it. */
interface NotedResult {
  readonly key: string;
  readonly holdId: string;
  /** Of a verification. */
  readonly verdict?: { readonly status: Status };
  /** Of a lookup. */
  readonly finding?: Finding;
}

/** Reads what the processes of a service have noted. */
export async function readReceipts(file: string): Promise<Receipt[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const { key, holdId, verdict, finding } = JSON.parse(line) as NotedResult;
    const conclusive = finding === undefined ? verdict?.status !== 'unknown' : isConclusive(finding);
    return { key, holdId, conclusive };
  });
}
