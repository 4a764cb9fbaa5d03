import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EmailVerification, Engine } from '../../src/index.ts';
import { type AskedServer, type AskedServerOptions, askedServer } from './asked-server.ts';
import { recordFigures } from './figures.ts';
import type { ServerSettings, StartServer } from './servers/mail-server.ts';
import { type Staff, staffOf } from './staff.ts';

/** How an engine is asked about addresses. */
export type Asking = (engine: Engine, addresses: readonly string[]) => Promise<readonly EmailVerification[]>;

export const asList: Asking = async (engine, addresses) => {
  const results: EmailVerification[] = [];
  for await (const result of engine.runBulk(addresses)) results.push(result);
  return results;
};

export const asRequestsAtOnce: Asking = (engine, addresses) =>
  Promise.all(addresses.map((address) => engine.verify(address)));

export const asRequestsInTurn: Asking = async (engine, addresses) => {
  const results: EmailVerification[] = [];
  for (const address of addresses) results.push(await engine.verify(address));
  return results;
};

export interface Question {
  /** For the figures. */
  readonly name: string;
  readonly start: StartServer;
  readonly settings?: Omit<ServerSettings, 'mailboxes'>;
  readonly options?: AskedServerOptions;
  readonly size: number;
  readonly asking: Asking;
  /** RCPTs for each address, besides catch-all probes. Default 1.03. */
  readonly maxAsked?: number;
  /** Default: one for 25 addresses, and four besides. Sessions end at eight refusals, which come with forty addresses. */
  readonly maxConnections?: number;
  /** Default: any number. */
  readonly maxTransactions?: number;
}

/** More than any of it takes on a slow machine: a server that is asked in a bad way answers in minutes. */
export const patienceMs = 600_000;

/** What was asked once, for all statements about it. */
interface Answers {
  readonly staff: Staff;
  readonly results: readonly EmailVerification[];
  readonly asked: AskedServer;
}

/** Asks a server of its own once before the tests of this describe block. */
function askOnce({ name, start, settings, options, size, asking }: Question): () => Answers {
  let answers: Answers | undefined;
  beforeAll(async () => {
    const staff = staffOf(size);
    const asked = await askedServer(await start({ ...settings, mailboxes: staff.mailboxes }), options);
    const beganAt = performance.now();
    const results = await asking(asked.engine, staff.addresses).catch(async (error: unknown) => {
      await asked[Symbol.asyncDispose]();
      throw error;
    });
    const seconds = (performance.now() - beganAt) / 1_000;
    answers = { staff, results, asked };
    await recordFigures(name, asked.counts, {
      seconds: Math.round(seconds * 10) / 10,
      falseInvalid: falseInvalid(answers).length,
      falseSafe: falseSafe(answers).length,
      unknown: unknown(answers).length,
    });
  }, patienceMs);
  afterAll(async () => {
    await answers?.asked[Symbol.asyncDispose]();
  });
  return () => {
    if (answers === undefined) throw new Error('Nothing was asked yet.');
    return answers;
  };
}

/** States what holds for any server, however it is asked. */
export function itIsAskedWell(question: Question): void {
  const answers = askOnce(question);
  const { size, maxAsked = 1.03, maxConnections = Math.ceil(size / 25) + 4, maxTransactions } = question;

  it('never makes the server hang up', () => {
    expect(answers().asked.counts.drops).toEqual([]);
  });

  it('calls no mailbox invalid that exists', () => {
    expect(falseInvalid(answers())).toEqual([]);
  });

  it('calls no mailbox safe that does not exist', () => {
    expect(falseSafe(answers())).toEqual([]);
  });

  it('finds out about every address', () => {
    expect(unknown(answers())).toEqual([]);
  });

  it(`sends at most ${maxAsked} RCPTs for each address, besides catch-all probes`, () => {
    const { staff, asked } = answers();
    const listed = new Set(staff.addresses);
    const rcpts = asked.counts.recipients.filter((recipient) => listed.has(recipient));
    expect(rcpts.length / size).toBeLessThanOrEqual(maxAsked);
  });

  it('sends at most two catch-all probes', () => {
    const { staff, asked } = answers();
    const listed = new Set(staff.addresses);
    const probes = new Set(asked.counts.recipients.filter((recipient) => !listed.has(recipient)));
    expect(probes.size).toBeLessThanOrEqual(2);
  });

  it(`opens at most ${maxConnections} connections`, () => {
    expect(answers().asked.counts.connections).toBeLessThanOrEqual(maxConnections);
  });

  if (maxTransactions === undefined) return;
  it(`begins at most ${maxTransactions} transactions`, () => {
    expect(answers().asked.counts.mails).toBeLessThanOrEqual(maxTransactions);
  });
}

function falseInvalid({ staff, results }: Answers): readonly string[] {
  return results
    .filter(({ email, status }) => status === 'invalid' && staff.present.has(email))
    .map(described);
}

function falseSafe({ staff, results }: Answers): readonly string[] {
  return results.filter(({ email, status }) => status === 'safe' && !staff.present.has(email)).map(described);
}

/** Also addresses without a result. */
function unknown({ staff, results }: Answers): readonly string[] {
  const answered = new Map(results.map((result) => [result.email, result]));
  return staff.addresses
    .filter((address) => (answered.get(address)?.status ?? 'unknown') === 'unknown')
    .map((address) => {
      const result = answered.get(address);
      return result === undefined ? `${address}: no result` : described(result);
    });
}

function described({ email, substatus, explanation }: EmailVerification): string {
  return `${email}: ${substatus}. ${explanation}`;
}
