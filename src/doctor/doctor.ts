import { checkNames, checkOptionalFunction, checkOptions, checkSignal, namesOf } from '../argument-checks.ts';
import { InvalidArgument } from '../errors.ts';
import { defaultCanaries } from '../exchange/known-names.ts';
import { checkNetworkPorts } from '../port-checks.ts';
import type { Clock } from '../ports/clock.ts';
import type { DiagnosticDns } from '../ports/dns.ts';
import type { Egress } from '../ports/network-ports.ts';
import type { Random } from '../ports/random.ts';
import type { Stores } from '../ports/stores.ts';
import { judgeList } from './block-list-check.ts';
import { type BlockList, blockListOf, defaultBlockListZones } from './block-lists.ts';
import { examineClock } from './clock-check.ts';
import { type ExaminedEgress, examineEgress } from './egress-examination.ts';
import { type DoctorFinding, type FindingListener, tellFindings } from './finding.ts';
import { examineResolvers } from './resolver-check.ts';
import { defaultMinFreeBytes, examineLists, examineStorage } from './storage-check.ts';

/** What `diagnose` examines, and with what: `netPorts()` returns everything but the stores. */
export interface DoctorPorts {
  readonly egresses: readonly Egress[];
  readonly dns: DiagnosticDns;
  readonly clock: Clock;
  readonly random: Random;
  /** TCP port of the exchanges. Default 25. */
  readonly smtpPort?: number | undefined;
  /** The stores that the engine uses. Left out: no storage is examined. */
  readonly stores?: Pick<Stores, 'ping' | 'diagnosis'> | undefined;
}

/** Options of `diagnose`; all have defaults. */
export interface DoctorOptions {
  /**
   * Exchanges of large providers, to each of which every egress connects once over IPv4 and once over IPv6, with EHLO and
   * QUIT. Default: those of Gmail and Outlook.com, which say which IP address they see.
   */
  canaries?: readonly string[] | undefined;
  /** Zones of DNS block lists (RFC 5782). Default: `zen.spamhaus.org`, `bl.spamcop.net`, `psbl.surriel.com`. */
  blockLists?: readonly string[] | undefined;
  /** Free disk below which the storage is warned of, in bytes. Default 2^30. */
  minFreeBytes?: number | undefined;
  /** Called with each finding as soon as it is known, in whatever order that is. What it throws rejects the examination. */
  onFinding?: ((finding: DoctorFinding) => void) | undefined;
  /** Aborts the examination: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

const optionNames = namesOf<DoctorOptions>()('canaries blockLists minFreeBytes onFinding signal');

/** Of the canaries, those whose exchanges say which IP address they see. */
const defaultContacts = defaultCanaries.slice(0, 2);
const defaultSmtpPort = 25;

/**
 * Examines what decides, on our side, whether mail servers answer: the resolvers, each egress (outgoing port 25, the IP
 * address that servers see, its names, HELO, the sender's domain, SPF, block lists, blocks in force), the storage and the clock. Changes
 * nothing, and asks nobody about any recipient. Takes some seconds, and up to a minute if servers are silent.
 *
 * Returns a finding for each check, in a fixed order. If no resolver answers, egresses are left out. Rejects with
 * InvalidArgument for an option out of range, or with the signal's reason.
 */
export async function diagnose(
  ports: DoctorPorts,
  options: DoctorOptions = {},
): Promise<readonly DoctorFinding[]> {
  checkNetworkPorts(ports);
  checkOptions(options, "diagnose(ports, { canaries: ['mx.example.org'] }).");
  checkNames(options, optionNames);
  checkSignal(options.signal);
  checkOptionalFunction(
    'onFinding',
    options.onFinding,
    'It receives each finding: { onFinding: console.log }.',
  );
  const { onFinding = () => {} } = options;
  const { canaries = defaultContacts, blockLists = defaultBlockListZones } = options;
  const { minFreeBytes = defaultMinFreeBytes } = options;
  if (!(minFreeBytes >= 0))
    throw new InvalidArgument('minFreeBytes', 'minFreeBytes must be a number from 0.');
  const ended = new AbortController();
  const signal = AbortSignal.any([ended.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  signal.throwIfAborted();
  const { stores, clock } = ports;
  try {
    const [onNetwork, onStorage, onLists] = await Promise.all([
      examineNetwork(ports, { canaries, lists: blockLists.map(blockListOf), onFinding }, signal),
      stores === undefined ? [] : tellFindings(onFinding, examineStorage(stores, minFreeBytes)),
      stores === undefined ? [] : tellFindings(onFinding, examineLists(stores, clock)),
    ]);
    const clockFindings = examineClock(clock, stores?.diagnosis, onNetwork.contacts);
    const onClock = await tellFindings(onFinding, clockFindings);
    return [...onNetwork.findings, ...onStorage, ...onLists, ...onClock];
  } finally {
    // If one check has rejected, the others must not go on.
    ended.abort(new Error('The examination has ended.'));
  }
}

/** Examines the resolvers and, if one of them answers, the egresses. */
async function examineNetwork(
  { dns, clock, random, egresses, stores, smtpPort: port = defaultSmtpPort }: DoctorPorts,
  {
    canaries,
    lists,
    onFinding,
  }: { canaries: readonly string[]; lists: readonly BlockList[]; onFinding: FindingListener },
  signal: AbortSignal,
): Promise<ExaminedEgress> {
  const { findings: onResolvers, anyAnswers } = await examineResolvers(
    dns.resolvers,
    { random, onFinding },
    signal,
  );
  if (!anyAnswers) return { findings: onResolvers, contacts: [] };
  const judgedLists = egresses.length === 0 ? [] : lists.map((list) => judgeList(list, dns, signal));
  const dependencies = {
    dns,
    clock,
    port,
    canaries,
    lists: await Promise.all(judgedLists),
    diagnosis: stores?.diagnosis,
    onFinding,
  };
  const onEgresses = await Promise.all(egresses.map((egress) => examineEgress(egress, dependencies, signal)));
  return {
    findings: [...onResolvers, ...onEgresses.flatMap(({ findings }) => findings)],
    contacts: onEgresses.flatMap(({ contacts }) => contacts),
  };
}
