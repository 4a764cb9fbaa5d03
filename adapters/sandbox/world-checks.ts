import { isDeepStrictEqual } from 'node:util';
import { checkList, checkNames, checkObject, checkString, namesOf } from '../../src/argument-checks.ts';
import { InvalidArgument } from '../../src/errors.ts';
import type { ZoneRecords } from './dns/zone.ts';
import type { SandboxDomain, SandboxExchange, SandboxWorld } from './world.ts';

const domainNames = namesOf<SandboxDomain>()('mx dns mailboxes catchAll unknownReply');
const exchangeNames = namesOf<SandboxExchange>()(`
  pipelining smtpUtf8 startTls ehlo enhancedCodes echo texts ip address greeting greetingDelayMs
  replyDelayMs tarpitMs softRefusals idleTimeoutMs maxConnections maxConnectionsPerClient
  connectionsCountedAs maxRecipientsPerTransaction maxRefusals maxNonMailCommands
  hangsUpAfterPipelining dropsPipelinedInput greylistMs greylists blocks clients acceptsEverything
  replies refusesConnections deadAddresses silentAddresses fault faultAt doubles loses reply
`);
const recordNames = namesOf<ZoneRecords>()(`
  mx a aaaa txt ptr cname followCname ttlSeconds soa answer truncate delayMs dropFirst
`);
const scriptWords: ReadonlySet<string> = new Set(['accepts', 'missing', 'full', 'disabled']);
const scriptNames: ReadonlySet<string> = new Set(['reply', 'replies', 'greylistMs']);

/** Checks what TypeScript would have refused, for worlds in plain JavaScript. Throws InvalidArgument that names the place. */
export function checkWorld(world: SandboxWorld): void {
  const advice =
    "Describe domains and exchanges: startSandbox({ domains: { 'example.org': { mx: ['mx.example.org'], " +
    "mailboxes: ['ann'] } }, exchanges: { 'mx.example.org': {} } }).";
  checkObject('world', world, advice);
  checkObject('world.domains', world.domains, advice);
  checkObject('world.exchanges', world.exchanges, advice);
  for (const [kind, entries] of Object.entries({ domains: world.domains, exchanges: world.exchanges }))
    for (const [name, entry] of Object.entries(entries))
      checkObject(`world.${kind}['${name}']`, entry, advice);
  for (const [name, exchange] of Object.entries(world.exchanges))
    checkNames(exchange, exchangeNames, `world.exchanges['${name}'].`);
  checkAddresses(world.exchanges);
  for (const [name, domain] of Object.entries(world.domains)) {
    const { mx, mailboxes } = domain;
    checkNames(domain, domainNames, `world.domains['${name}'].`);
    if (mx !== undefined && mx !== 'null' && mx !== 'implicit') checkHosts(`world.domains['${name}'].mx`, mx);
    if (mailboxes !== undefined) checkMailboxes(`world.domains['${name}'].mailboxes`, mailboxes, name);
  }
  if (world.zone !== undefined) checkZone(world.zone);
}

/** A server does not know by which of its names it was found. */
function checkAddresses(exchanges: SandboxWorld['exchanges']): void {
  const first = new Map<string, readonly [name: string, exchange: SandboxExchange]>();
  for (const [name, exchange] of Object.entries(exchanges)) {
    const { address } = exchange;
    if (address === undefined) continue;
    const parameter = `world.exchanges['${name}'].address`;
    checkString(parameter, address, "Name the server: { address: 'frontend' }.");
    const [firstName, known] = first.get(address) ?? [name, exchange];
    if (!isDeepStrictEqual(known, exchange))
      throw new InvalidArgument(
        parameter,
        `Give "${name}" the settings of "${firstName}": at one address they are one server.`,
      );
    first.set(address, [firstName, known]);
  }
}

function checkMailboxes(parameter: string, mailboxes: unknown, domain: string): void {
  const advice = "List local parts: ['ann'], or give each a script: { ann: 'accepts' }.";
  if (!Array.isArray(mailboxes)) {
    checkObject(parameter, mailboxes, advice);
    if (Symbol.iterator in Object(mailboxes))
      throw new InvalidArgument(parameter, `${parameter} must be an array or a plain object. ${advice}`);
    for (const [name, script] of Object.entries(Object(mailboxes))) {
      checkLocalPart(`${parameter}['${name}']`, name, domain);
      checkScript(`${parameter}['${name}']`, script, advice);
    }
    return;
  }
  for (const [index, name] of mailboxes.entries()) {
    checkString(`${parameter}[${index}]`, name, advice);
    checkLocalPart(`${parameter}[${index}]`, name, domain);
  }
}

/** Refuses a whole address, which would otherwise be a mailbox that nobody asks about. */
function checkLocalPart(parameter: string, name: string, domain: string): void {
  const at = `@${domain}`;
  if (!name.toLowerCase().endsWith(at.toLowerCase())) return;
  throw new InvalidArgument(
    parameter,
    `${parameter} must be a local part alone: leave out '${name.slice(-at.length)}'.`,
  );
}

function checkScript(parameter: string, script: unknown, advice: string): void {
  if (typeof script !== 'string') {
    checkObject(parameter, script, advice);
    checkNames(script, scriptNames, `${parameter}.`);
  } else if (!scriptWords.has(script)) {
    const words = [...scriptWords].map((word) => `'${word}'`).join(', ');
    throw new InvalidArgument(
      parameter,
      `${parameter} must be one of ${words}, or an object such as { reply: '550 No' }.`,
    );
  }
}

function checkZone(zone: unknown): void {
  const advice = "Give names their records: { 'mx.example.org': { a: ['127.0.0.1'] } }.";
  checkObject('world.zone', zone, advice);
  for (const [name, records] of Object.entries(Object(zone))) {
    const parameter = `world.zone['${name}']`;
    checkObject(parameter, records, advice);
    checkNames(records, recordNames, `${parameter}.`);
    for (const kind of ['a', 'aaaa', 'mx', 'txt', 'ptr']) {
      const values: unknown = Reflect.get(Object(records), kind);
      if (values !== undefined) checkList(`${parameter}.${kind}`, values, advice);
    }
    const { mx = [] } = Object(records);
    for (const [index, pair] of mx.entries()) checkPair(`${parameter}.mx[${index}]`, pair);
  }
}

function checkHosts(parameter: string, hosts: unknown): void {
  const advice = "List host names: ['mx.example.org']. Or pass 'null' or 'implicit'.";
  checkList(parameter, hosts, advice);
  for (const [index, host] of hosts.entries()) checkString(`${parameter}[${index}]`, host, advice);
}

function checkPair(parameter: string, pair: unknown): void {
  if (Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'number' && typeof pair[1] === 'string')
    return;
  const advice = "It must be a preference and a host name: [10, 'mx.example.org'].";
  throw new InvalidArgument(parameter, `${parameter} is wrong. ${advice}`);
}
