import { domainToASCII } from 'node:url';

/** A parsed command line. The greeting is requested with the verb CONNECT, which no client sends. */
export interface SandboxCommand {
  /** Upper case. */
  readonly verb: string;
  /** The text after the verb. */
  readonly argument: string;
  /** The mailbox of MAIL and RCPT; undefined if the syntax is wrong, and for the null sender. */
  readonly mailbox?: SandboxMailbox | undefined;
  /** ESMTP parameters of MAIL and RCPT, by upper-case keyword; a parameter without value is ''. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Whether the argument follows the command's syntax (RFC 5321 §4.1.2). */
  readonly wellFormed: boolean;
}

/** The mailbox in a command. */
export interface SandboxMailbox {
  /** As the client wrote it. */
  readonly address: string;
  /** Without quotes, in lower case. */
  readonly localPart: string;
  /** A-labels in lower case. */
  readonly domain: string;
}

const none: ReadonlyMap<string, string> = new Map();

export function parseCommand(line: string): SandboxCommand {
  const [, word = '', argument = ''] = /^(\S*)[ \t]*(.*?)[ \t]*$/s.exec(line) ?? [];
  const verb = word.toUpperCase();
  if (verb === 'MAIL') return withPath(verb, argument, /^FROM:/i);
  if (verb === 'RCPT') return withPath(verb, argument, /^TO:/i);
  return { verb, argument, parameters: none, wellFormed: wellFormed(verb, argument) };
}

function wellFormed(verb: string, argument: string): boolean {
  if (verb === 'EHLO' || verb === 'HELO') return argument !== '';
  if (verb === 'RSET' || verb === 'QUIT' || verb === 'DATA' || verb === 'STARTTLS') return argument === '';
  return true;
}

/** A path between angle brackets: a quoted string or atom, and a domain. */
const path = /^<(?:((?:"(?:[^"\\]|\\.)*"|[^\s"<>@]+)@([^\s<>@]+))?)>(?:\s+(.*))?$/s;

function withPath(verb: string, argument: string, keyword: RegExp): SandboxCommand {
  const match = path.exec(argument.replace(keyword, '').trimStart());
  if (!keyword.test(argument) || match === null)
    return { verb, argument, parameters: none, wellFormed: false };
  const [, address, domain, rest = ''] = match;
  const parameters = parametersOf(rest);
  if (address === undefined || domain === undefined) {
    return { verb, argument, parameters, wellFormed: verb === 'MAIL' };
  }
  const ascii = asciiDomain(domain);
  const localPart = foldLocalPart(unquoted(address.slice(0, -domain.length - 1)));
  return { verb, argument, parameters, wellFormed: true, mailbox: { address, localPart, domain: ascii } };
}

function parametersOf(text: string): ReadonlyMap<string, string> {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return new Map(
    words.map((word) => {
      const [keyword = '', value = ''] = word.split(/=(.*)/s);
      return [keyword.toUpperCase(), value];
    }),
  );
}

function unquoted(localPart: string): string {
  return localPart.startsWith('"') ? localPart.slice(1, -1).replace(/\\(.)/gs, '$1') : localPart;
}

/** Returns the form in which local parts are compared: NFC, in lower case. */
export function foldLocalPart(localPart: string): string {
  return localPart.normalize('NFC').toLowerCase();
}

/** Returns the domain as A-labels in lower case, without a trailing dot. Invalid domains are returned unchanged. */
export function asciiDomain(domain: string): string {
  const name = domain.toLowerCase().replace(/\.$/, '');
  return /^[\x20-\x7e]*$/.test(name) ? name : domainToASCII(name) || name;
}

/** Exim has the same list, besides AUTH, which nobody may say here. */
const nonMailVerbs = new Set('HELO EHLO STARTTLS RSET NOOP VRFY EXPN ETRN HELP'.split(' '));

/** The commands that are no part of sending mail, as Exim counts them for `smtp_accept_max_nonmail`. */
export class NonMailCommands {
  #count = 0;
  /** HELO and EHLO are free together, and so is what comes first after STARTTLS. */
  #helloIsFree = true;
  #startTlsIsFree = true;
  #resetIsFree = true;

  /** Counts a command, unless it is free. Returns how many there were. */
  record(verb: string): number {
    if (nonMailVerbs.has(verb) && !this.#isFree(verb)) this.#count += 1;
    if (verb === 'HELO' || verb === 'EHLO') this.#helloIsFree = false;
    if (verb === 'RSET') this.#resetIsFree = false;
    if (verb === 'STARTTLS') {
      this.#startTlsIsFree = false;
      this.#helloIsFree = true;
    }
    return this.#count;
  }

  #isFree(verb: string): boolean {
    if (verb === 'HELO' || verb === 'EHLO') return this.#helloIsFree;
    if (verb === 'STARTTLS') return this.#startTlsIsFree;
    return verb === 'RSET' && this.#resetIsFree;
  }
}
