import { reportFailure, reportOk, reportWarning } from '../../src/assessment.ts';
import type { Assessment, StorageAspect, StorageCondition } from '../../src/ports/storage-diagnosis.ts';
import type { RedisNode } from './client.ts';
import type { RedisConnection } from './connection.ts';
import { fieldOf, readInfo } from './eviction.ts';
import { asInteger, asList, asText } from './reply-values.ts';

/** The settings of one Redis, or one master of a cluster. Undefined: it does not say so. */
interface NodeSettings {
  /** Of the node, for messages about a cluster. */
  readonly port: string | undefined;
  readonly version: string | undefined;
  readonly role: string | undefined;
  readonly evictionPolicy: string | undefined;
  readonly maxMemoryBytes: number | undefined;
  readonly usedMemoryBytes: number | undefined;
  readonly appendOnly: boolean | undefined;
  /** `always`, `everysec` or `no`. Undefined also if the user may not run CONFIG. */
  readonly appendSync: string | undefined;
  /** Whether the last write to the append-only file, or the last snapshot, succeeded. */
  readonly lastWriteSucceeded: boolean;
}

type Assess = (settings: NodeSettings) => Assessment;

const sectionNames = ['server', 'memory', 'persistence', 'replication'] as const;

/**
 * Examines how Redis, or each master of a cluster, is set up. Of several nodes, the worst assessment of each aspect counts.
 * Rejects with StorageUnavailable if Redis cannot be reached.
 */
export async function examineRedis(redis: RedisConnection): Promise<readonly StorageCondition[]> {
  const nodes: NodeSettings[] = [];
  await redis.inspect(async (client) => {
    const found = client.nodes?.('master') ?? [client];
    nodes.push(...(await Promise.all(found.map(readSettings))));
  });
  return aspects.map(([aspect, assess]) => ({ aspect, ...worstOf(nodes, assess) }));
}

/** Returns the time of the server. Rejects with StorageUnavailable. */
export async function readServerTime(redis: RedisConnection): Promise<number> {
  const [seconds, microseconds] = asList(await redis.inspect((client) => client.call('TIME')));
  return asInteger(seconds) * 1_000 + Math.floor(asInteger(microseconds) / 1_000);
}

async function readSettings(node: RedisNode): Promise<NodeSettings> {
  const sections = await Promise.all(sectionNames.map((name) => readInfo(node, name)));
  const info = sections.join('\n');
  const field = (name: string) => fieldOf(info, name);
  const appendOnly = field('aof_enabled');
  return {
    port: field('tcp_port'),
    version: field('redis_version'),
    role: field('role'),
    evictionPolicy: field('maxmemory_policy'),
    maxMemoryBytes: numberOf(field('maxmemory')),
    usedMemoryBytes: numberOf(field('used_memory')),
    appendOnly: appendOnly === undefined ? undefined : appendOnly === '1',
    appendSync: await readAppendSync(node),
    lastWriteSucceeded: ![field('aof_last_write_status'), field('rdb_last_bgsave_status')].includes('err'),
  };
}

/** Managed Redis often has no CONFIG. */
async function readAppendSync(node: RedisNode): Promise<string | undefined> {
  try {
    const [, value] = asList(await node.call('CONFIG', 'GET', 'appendfsync'));
    return value === undefined ? undefined : asText(value);
  } catch (error) {
    if (error instanceof Error && /^(?:NOPERM|ERR unknown command)/.test(error.message)) return undefined;
    throw error;
  }
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function worstOf(nodes: readonly NodeSettings[], assess: Assess): Assessment {
  const severities = ['ok', 'warning', 'failure'];
  const assessed = nodes.map((settings) => ({ settings, assessment: assess(settings) }));
  const ranked = assessed.sort(
    (a, b) => severities.indexOf(b.assessment.severity) - severities.indexOf(a.assessment.severity),
  );
  const [worst] = ranked;
  if (worst === undefined) return reportUnknown('This Redis has no nodes that can be asked.');
  const { assessment, settings } = worst;
  if (nodes.length === 1 || assessment.severity === 'ok') return assessment;
  return { ...assessment, summary: `The node on port ${settings.port}: ${assessment.summary}` };
}

const aspects: readonly (readonly [StorageAspect, Assess])[] = [
  ['version', assessVersion],
  ['access', assessRole],
  ['eviction', assessEviction],
  ['space', assessMemory],
  ['durability', assessDurability],
];

function assessVersion({ version }: NodeSettings): Assessment {
  if (version === undefined) return reportUnknown('Redis does not say which version it is.');
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 6 || (major === 6 && minor >= 2)) return reportRight(`It is Redis ${version}.`);
  return reportFailure(
    `It is Redis ${version}.`,
    'Commands that mailproof needs are missing: requests get StorageUnavailable.',
    'Install Redis 6.2 or later.',
  );
}

function assessRole({ role, lastWriteSucceeded }: NodeSettings): Assessment {
  if (role === undefined) return reportUnknown('Redis does not say whether it is a replica.');
  if (role !== 'master') {
    return reportFailure(
      'It is a replica, which takes no writes.',
      'No request that needs the store is answered: it gets StorageUnavailable, over HTTP 502.',
      'Name the primary in the URL.',
    );
  }
  if (lastWriteSucceeded) return reportRight('It takes writes.');
  return reportFailure(
    'It could not write to its disk the last time.',
    'Redis refuses writes until it can, and loses what is not on the disk if it crashes.',
    'See its log; make room on its disk, or repair it.',
  );
}

function assessEviction({ evictionPolicy, maxMemoryBytes }: NodeSettings): Assessment {
  if (evictionPolicy === undefined || maxMemoryBytes === undefined)
    return reportUnknown('Redis does not say whether it may drop keys.');
  if (evictionPolicy === 'noeviction')
    return reportRight('It drops no keys: maxmemory-policy is noeviction.');
  const advice = 'Set "maxmemory-policy noeviction", in its configuration or by CONFIG SET.';
  if (maxMemoryBytes === 0) {
    return reportWarning(
      `maxmemory-policy is ${evictionPolicy}, which counts as soon as maxmemory is set.`,
      'Then Redis would drop credits and limits, so mailproof would refuse to work with it.',
      advice,
    );
  }
  return reportFailure(
    `It may drop keys: maxmemory-policy is ${evictionPolicy}.`,
    'Credits and limits would be lost, so every request that needs the store gets StorageUnavailable.',
    advice,
  );
}

/** Share of the memory limit above which it is time to act. */
const fullShare = 0.9;

function assessMemory({ maxMemoryBytes, usedMemoryBytes }: NodeSettings): Assessment {
  if (maxMemoryBytes === undefined || usedMemoryBytes === undefined)
    return reportUnknown('Redis does not say how much memory it uses.');
  if (maxMemoryBytes === 0) return reportRight('It has no memory limit of its own.');
  const share = usedMemoryBytes / maxMemoryBytes;
  const summary = `It uses ${Math.round(share * 100)} % of its memory limit.`;
  if (share < fullShare) return reportRight(summary);
  const report = share >= 1 ? reportFailure : reportWarning;
  return report(
    summary,
    'At the limit Redis refuses writes, and requests get StorageUnavailable.',
    'Raise maxmemory, or shorten what is kept (--retention-days).',
  );
}

function assessDurability({ appendOnly, appendSync }: NodeSettings): Assessment {
  if (appendOnly === undefined)
    return reportUnknown('Redis does not say whether it keeps an append-only file.');
  const advice =
    'Set "appendonly yes" and "appendfsync always"; with "everysec" at most the last second is lost.';
  if (!appendOnly) {
    return reportWarning(
      'It keeps no append-only file (appendonly no).',
      'If Redis crashes, credits, jobs and results since its last snapshot are lost.',
      advice,
    );
  }
  if (appendSync === 'no') {
    return reportWarning(
      'The operating system decides when writes reach the disk (appendfsync no).',
      'If the machine crashes, about half a minute of credits, jobs and results is lost.',
      advice,
    );
  }
  return reportRight(`Its append-only file is on (appendfsync ${appendSync ?? 'not known'}).`);
}

function reportRight(summary: string): Assessment {
  return reportOk(summary, 'Verdicts, credits and jobs can be stored.');
}

function reportUnknown(summary: string): Assessment {
  return reportWarning(
    summary,
    'It is not known whether the store is set right.',
    'Allow its user to run INFO, or look it up where Redis is managed.',
  );
}
