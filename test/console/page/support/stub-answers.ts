import { randomUUID } from 'node:crypto';
import type {
  Account,
  Senders,
  ServiceState,
  Session,
} from '../../../../adapters/console/page/api/resources.ts';
import {
  adminToken,
  finishedJob,
  jobResource,
  otherSignInSecret,
  type StubRecords,
  type StubSession,
  verificationOf,
} from './stub-records.ts';

/** What any of the endpoints reads. */
export interface StubBody {
  readonly invitation?: string;
  readonly admin_token?: string;
  readonly name?: string;
  readonly test?: boolean;
  readonly email?: string;
  readonly emails?: readonly string[];
  readonly people?: readonly object[];
  readonly credits?: number;
  readonly id?: string;
}

export interface StubRequest {
  readonly method: string;
  /** Below `api/`, as it is in the URL. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: StubBody;
  readonly session: StubSession;
}

export interface StubAnswer {
  readonly status?: number;
  readonly json?: unknown;
  /** Server-sent events: pairs of a name and its data. */
  readonly events?: readonly (readonly [string, unknown])[];
  /** Whether the answer stays open, with nothing more in it than its events. */
  readonly hangs?: boolean;
  readonly text?: string;
  readonly setCookie?: string;
}

function sessionResource({ account, csrfToken }: StubSession, expiresInMs = 12 * 3_600_000): Session {
  return {
    kind: account === null ? 'operator' : 'account',
    account,
    csrf_token: csrfToken,
    expires_at: new Date(Date.now() + expiresInMs).toISOString(),
    server: {
      version: '0.1.0',
      sandbox: true,
      prices: { verification: 0.2, dns_verification: 0.1, syntax_verification: 0.05, lookup: 1 },
      limits: { max_body_bytes: 20_000_000, max_list_rows: 100_000, max_list_people: 10_000 },
    },
  };
}

/** Begins a session as the console does: a link works once. */
export function signIn(records: StubRecords, body: StubBody): StubAnswer {
  const { invitation, admin_token } = body;
  const isOperator = admin_token === adminToken;
  if (!isOperator && !records.invitations.delete(String(invitation)))
    return problem(401, 'This link is not valid: it was used, has expired, or is not complete.');
  const id = randomUUID();
  const accountName = invitation === otherSignInSecret ? 'globex' : 'acme';
  const session = { account: isOperator ? null : accountName, csrfToken: `token-of-${id}` };
  records.sessions.set(id, session);
  return {
    json: sessionResource(session),
    setCookie: `mailproof-console=${id}; Path=/; HttpOnly; SameSite=Strict`,
  };
}

export function problem(status: number, detail: string): StubAnswer {
  return { status, json: { detail } };
}

/** Answers a request of somebody who is signed in. */
export function answerSignedIn(records: StubRecords, request: StubRequest): StubAnswer {
  const { method, path } = request;
  if (path === 'session') return { json: sessionResource(request.session) };
  if (path.startsWith('jobs')) return answerJobs(records, request);
  if (/(^|\/)keys/.test(path)) return answerKeys(records, request);
  if (path.startsWith('accounts')) return answerAccounts(records, request);
  switch (`${method} ${path}`) {
    case 'GET balance':
      return { json: records.balance };
    case 'GET usage':
      return { json: usage(request.query) };
    case 'POST verify': {
      const { steps, suggestion, result } = records.verification;
      return {
        events: [
          ...steps.map((step) => ['step', step] as const),
          ...(suggestion === undefined ? [] : [['suggestion', { email: suggestion }] as const]),
          ['result', { ...result, email: request.body.email }],
        ],
      };
    }
    case 'POST lookup':
      return {
        json: { ...verificationOf('ann.baker@example.com', 0), credits_consumed: 1, ...request.body },
      };
    case 'GET senders':
      return { json: sendersWithHistory(request.query) };
    case 'GET service':
      return { json: service };
    case 'GET service/events':
      return { events: [['service', service]] };
    case 'POST doctor':
      return {
        events: [
          ['finding', { severity: 'ok', check: 'port 25', text: 'Port 25 is open.', advice: null }],
          [
            'finding',
            {
              severity: 'failure',
              check: 'names',
              text: 'The name of this host has no address.',
              advice: 'Give it one.',
            },
          ],
          ['end', {}],
        ],
      };
    case 'GET replies':
      return { json: { replies: records.replies } };
    default:
      return problem(404, 'There is no such resource.');
  }
}

function answerKeys(records: StubRecords, { method, path, body }: StubRequest): StubAnswer {
  const [, id, action] = /keys(?:\/([^/]+)(?:\/(\w+))?)?$/.exec(path) ?? [];
  const known = records.keys.find((key) => key.id === id);
  if (method === 'GET') return { json: { keys: records.keys } };
  if (method === 'DELETE' && known !== undefined) {
    known.revoked_at = '2026-03-05T10:00:00.000Z';
    return { status: 204 };
  }
  if (action === 'rotate')
    return {
      status: 201,
      json: { key: known, secret: 'mp_rotated', old_key_valid_until: '2026-03-06T10:00:00.000Z' },
    };
  const key = {
    id: `key_${records.keys.length + 1}`,
    name: String(body.name),
    test: body.test === true,
    rotated_at: null,
    previous_valid_until: null,
    created_at: '2026-03-05T10:00:00.000Z',
    last_used_at: null,
    revoked_at: null,
  };
  records.keys.push(key);
  return { status: 201, json: { key, secret: `mp_secret-of-${key.id}` } };
}

function answerJobs(records: StubRecords, request: StubRequest): StubAnswer {
  const { method, path, session } = request;
  const [, id = '', action] = /^jobs(?:\/([^/]+)(?:\/([\w.]+))?)?$/.exec(path) ?? [];
  if (id === '') return method === 'POST' ? submit(records, request) : { json: jobPage(records, request) };
  const job = records.jobs.get(id);
  if (job === undefined || (session.account !== null && job.account !== session.account))
    return problem(404, 'There is no such job, or it belongs to another account.');
  if (action === 'cancel') job.status = 'failed';
  if (method === 'DELETE') {
    records.jobs.delete(id);
    return { status: 204 };
  }
  if (action === 'events') return { events: [['job', jobResource(id, job)]] };
  if (action === 'results') return { text: job.rows.map((row) => `${JSON.stringify(row)}\n`).join('') };
  if (action === 'results.csv') return { text: 'email,status\n' };
  return { json: jobResource(id, job) };
}

function jobPage(records: StubRecords, { session, query }: StubRequest) {
  const shown = [...records.jobs].filter(([, { account, status }]) => {
    const wanted = query.get('account') ?? account;
    if (query.get('unfinished') === 'true' && status === 'complete') return false;
    return account === (session.account ?? wanted);
  });
  return { jobs: shown.map(([id, job]) => jobResource(id, job)), next_cursor: null };
}

function submit(records: StubRecords, { query, body, headers }: StubRequest): StubAnswer {
  const key = String(headers['idempotency-key']);
  const known = [...records.jobs].find(([, job]) => job.idempotencyKey === key);
  if (known !== undefined) return { status: 202, json: jobResource(...known) };
  const items = (query.get('kind') === 'lookups' ? body.people : body.emails) ?? [];
  const kind = query.get('kind') === 'lookups' ? 'lookups' : 'verifications';
  if (items.length === 0) return problem(422, 'The list is empty, or not of this kind.');
  const cost = (items.length * (kind === 'verifications' ? 200 : 1_000)) / 1_000;
  if (cost > records.balance.available) return problem(403, 'There are too few credits.');
  records.balance.available -= cost;
  const id = randomUUID();
  const job = { ...finishedJob(items.map(String)), kind, items, idempotencyKey: key } as const;
  const rows =
    kind === 'verifications'
      ? job.rows
      : items.map((person, index) => ({
          index,
          ...verificationOf('found@example.com', 0),
          ...(person as object),
          credits_consumed: 1,
        }));
  records.jobs.set(id, { ...job, rows });
  return { status: 202, json: jobResource(id, { ...job, rows }) };
}

function accountOf(account: string, { balance }: StubRecords): Account {
  return { account, ...balance, keys: 1, last_activity_at: '2026-03-05T09:00:00.000Z' };
}

function answerAccounts(records: StubRecords, { method, path, body }: StubRequest): StubAnswer {
  const [, account, part] = /^accounts(?:\/([^/]+)(?:\/([\w-]+))?)?/.exec(path) ?? [];
  if (account === undefined) return { json: { accounts: [accountOf('acme', records)], next_cursor: null } };
  if (part === 'grants' || part === 'corrections') {
    records.grants.push({
      account: decodeURIComponent(account),
      credits: Number(body.credits),
      id: String(body.id),
    });
    return { json: accountOf(decodeURIComponent(account), records) };
  }
  if (part === 'sign-out') return { json: { ended: 1 } };
  if (part === 'invitations') {
    if (method === 'DELETE') return { status: 204 };
    if (method === 'POST')
      return {
        status: 201,
        json: { link: `http://localhost/console#/sign-in/inv_${'b'.repeat(43)}`, invitation: {} },
      };
    return {
      json: {
        invitations: [
          { id: 'ci_1', created_at: '2026-03-02T09:30:00.000Z', expires_at: '2026-03-03T09:30:00.000Z' },
        ],
      },
    };
  }
  return { json: accountOf(decodeURIComponent(account), records) };
}

/** The same amounts for each day, whatever the day. */
function usage(query: URLSearchParams) {
  const to = query.get('to') ?? '2026-03-05';
  const days = Array.from({ length: 6 }, (_, back) => ({
    day: new Date(Date.parse(to) - back * 86_400_000).toISOString().slice(0, 10),
    key_id: back % 2 === 0 ? 'key_1' : null,
    key_name: back % 2 === 0 ? 'newsletter' : null,
    kind: back % 2 === 0 ? 'bulk_verification' : 'verification',
    count: 120 - 13 * back,
    credits: 24 - 2.6 * back,
  }));
  return { from: query.get('from'), to, days };
}

const senders: Senders = {
  senders: [
    sender('192.0.2.1', 'Google Workspace', { connections: 3 }),
    sender('192.0.2.1', 'Microsoft 365', { connections: 1, blocked_until: '2026-03-05T12:00:00.000Z' }),
    sender('192.0.2.2', 'Google Workspace', { connections: 2, paused_until: '2026-03-05T10:01:00.000Z' }),
    sender('192.0.2.2', null, {
      connections: 4,
      connection_limit: 10,
      exchanges: ['mx1.example.com', 'mx2.example.com'].map((exchange) => ({
        ...{ exchange, connections: 2, connection_limit: 5, recipients_per_second: null },
        ...{ paused_until: null, blocked_until: null },
      })),
    }),
  ],
  history: {
    step_ms: { hour: 60_000, day: 900_000 },
    hour: Array.from({ length: 30 }, (_, minute) => ({
      at: new Date(Date.UTC(2026, 2, 5, 9, minute)).toISOString(),
      recipients: 40 + 9 * (minute % 5),
      failures: minute % 11 === 0 ? 2 : 0,
      limits: minute % 7 === 0 ? 1 : 0,
      blocks: 0,
    })),
    day: [],
  },
};

/** With a history of its own for each: that of one is as flat as its number of recipients. */
function sendersWithHistory(query: URLSearchParams): Senders {
  const [egress, provider] = [query.get('egress'), query.get('provider')];
  if (egress === null) return senders;
  const recipients = senders.senders.findIndex(
    (one) => one.egress === egress && (one.provider ?? '') === provider,
  );
  const hour = senders.history.hour.map((step) => ({ ...step, recipients }));
  return { ...senders, history: { ...senders.history, hour } };
}

function sender(
  egress: string,
  provider: string | null,
  state: Partial<Senders['senders'][number]>,
): Senders['senders'][number] {
  return {
    egress,
    provider,
    connections: 0,
    connection_limit: 5,
    recipients_per_second: 4,
    paused_until: null,
    blocked_until: null,
    limits_met: { hour: 2 },
    exchanges: [],
    ...state,
  };
}

const service: ServiceState = {
  version: '0.1.0',
  node: 'v20.20.0',
  uptime_ms: 7_380_000,
  store: {
    kind: 'sqlite',
    findings: [
      {
        ...{ check: 'storage', aspect: 'journal', severity: 'warning' },
        ...{
          text: 'The journal is not a write-ahead log.',
          advice: 'Let this file be opened by one machine only.',
        },
      },
    ],
  },
  queue: { waiting: 12, active: 2, retries: 3, oldest_retry_at: '2026-03-05T10:15:00.000Z' },
  memory: { rss: 157_286_400, heap_used: 62_914_560, external: 8_388_608 },
  streams: 1,
};
