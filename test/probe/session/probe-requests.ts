import { singleShare, type WorkShare } from '../../../src/concurrency/work-share.ts';
import { type ProbeCaller, ProbeRequest } from '../../../src/probe/session/probe-request.ts';

export const bulkShare: WorkShare = { kind: 'bulk', account: 'acme', jobId: 'job' };

/** A request to ask about one person of example.com, of a single caller who waits for ever. */
export function requestFor(
  person: string,
  options: {
    host?: string;
    needsSmtpUtf8?: boolean;
    deadlineAt?: number;
    share?: WorkShare;
    waitsOutPauses?: boolean;
    slot?: Partial<ProbeCaller['slot']>;
  } = {},
): ProbeRequest {
  const { needsSmtpUtf8 = false, deadlineAt = Number.MAX_SAFE_INTEGER } = options;
  const { share = singleShare, waitsOutPauses = true } = options;
  return new ProbeRequest(
    options.host ?? 'mx.example.com',
    { address: `${person}@example.com`, needsSmtpUtf8 },
    {
      deadlineAt,
      share,
      waitsOutPauses,
      signal: new AbortController().signal,
      slot: { onSlot() {}, onSlotLost() {}, ...options.slot },
    },
    {
      addresses: { known: [], resolveMore: async () => ({ kind: 'no-data', ttlSeconds: 0 }) },
      isTest: false,
      onLeft() {},
    },
  );
}

export const people = (count: number) =>
  Array.from({ length: count }, (_, index) => requestFor(`person${index}`));
