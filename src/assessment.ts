import type { Assessment } from './ports/storage-diagnosis.ts';

/** Assesses something as right. */
export function reportOk(summary: string, meaning: string): Assessment {
  return { severity: 'ok', summary, meaning, advice: null };
}

/** Assesses something as possibly wrong. */
export function reportWarning(summary: string, meaning: string, advice: string): Assessment {
  return { severity: 'warning', summary, meaning, advice };
}

/** Assesses something as wrong. */
export function reportFailure(summary: string, meaning: string, advice: string): Assessment {
  return { severity: 'failure', summary, meaning, advice };
}
