import type { Daemon } from './daemon.ts';

/** What a server knows about the recipients of its domain, by their local parts. All others do not exist. */
export interface Mailboxes {
  readonly names: readonly string[];
  /** Each delivers to the mailbox that is given. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly full?: readonly string[];
  readonly disabled?: readonly string[];
}

/** What an administrator adds to a server's usual configuration. Its limits are the usual ones except for these. */
export interface ServerSettings {
  readonly mailboxes: Mailboxes;
  /** Offers STARTTLS. Default: as the server does without any configuration of it. */
  readonly tls?: boolean;
  /** Recipients in one transaction. */
  readonly recipientLimit?: number;
  /** Seconds by which every reply about a recipient is delayed. */
  readonly tarpitSeconds?: number;
  /** Port of a policy service (postgrey) that is asked about every recipient. */
  readonly policyPort?: number;
}

/** Starts a mail server for `domain` on a free port of 127.0.0.1. */
export type StartServer = (settings: ServerSettings) => Promise<Daemon>;

/** The domain of every server. */
export const domain = 'example.org';
export const hostName = `mx.${domain}`;

export function addressOf(localPart: string): string {
  return `${localPart}@${domain}`;
}

/** Everyone who has a mailbox, whatever state it is in. */
export function allNames({ names, full = [], disabled = [] }: Mailboxes): readonly string[] {
  return [...names, ...full, ...disabled];
}

/** A table with one entry on each line. */
export function tableOf(localParts: readonly string[], lineOf: (localPart: string) => string): string {
  return localParts.map((localPart) => `${lineOf(localPart)}\n`).join('');
}
