import { describe, expect, it } from 'vitest';
import { bulkSettings, readEngineSettings } from '../../../adapters/cli/settings/engine-settings.ts';
import {
  asSettingError,
  type NetworkFlags,
  readNetworkSettings,
  readTimeoutMs,
  readVerificationOptions,
} from '../../../adapters/cli/settings/network-settings.ts';
import { readMonitorSettings, readServerSettings } from '../../../adapters/cli/settings/server-settings.ts';
import { type FlagsOf, readSettings } from '../../../adapters/cli/settings/setting-value.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import { workFolder } from '../work-folder.ts';

const identity = { helo: 'probe.example.net', mailFrom: 'probe@example.net' };

describe('network settings', () => {
  it('need an identity and nothing else', () => {
    expect(readNetworkSettings(identity, {})).toEqual({ ...identity, allowPrivateHosts: false });
  });

  it('come from flags', () => {
    expect(
      readNetworkSettings(
        { ...identity, dns: '192.0.2.1, [2001:db8::1]:5353', smtpPort: '2525', allowPrivateHosts: true },
        {},
      ),
    ).toEqual({
      ...identity,
      dns: ['192.0.2.1', '[2001:db8::1]:5353'],
      smtpPort: 2525,
      allowPrivateHosts: true,
    });
  });

  it('come from the environment', () => {
    const env = {
      MAILPROOF_DNS: '192.0.2.1:53',
      MAILPROOF_SMTP_PORT: '26',
      MAILPROOF_HELO: 'probe.example.net',
      MAILPROOF_MAIL_FROM: 'probe@example.net',
      MAILPROOF_ALLOW_PRIVATE_HOSTS: 'yes',
      MAILPROOF_MAX_CONNECTIONS: '12',
    };
    expect(readNetworkSettings({}, env)).toEqual({
      ...identity,
      dns: ['192.0.2.1:53'],
      smtpPort: 26,
      allowPrivateHosts: true,
    });
    expect(readVerificationOptions({}, env)).toEqual({ maxConnections: 12 });
  });

  it('take the flag if both are set', () => {
    const env = { MAILPROOF_HELO: 'other.example.net', MAILPROOF_SMTP_PORT: 'nonsense' };
    expect(readNetworkSettings({ ...identity, smtpPort: '2525' }, env)).toMatchObject({
      helo: 'probe.example.net',
      smtpPort: 2525,
    });
  });

  it('treat an empty variable as not set', () => {
    const env = {
      MAILPROOF_SMTP_PORT: '',
      MAILPROOF_DNS: ' ',
      MAILPROOF_MAX_CONNECTIONS: '',
      MAILPROOF_CANARIES: '',
    };
    expect(readNetworkSettings(identity, env)).toEqual({ ...identity, allowPrivateHosts: false });
    expect(readVerificationOptions({}, env)).toEqual({});
  });

  it.each(['false', 'no', '0', 'FALSE'])('read %s as no', (text) => {
    expect(readNetworkSettings(identity, { MAILPROOF_ALLOW_PRIVATE_HOSTS: text }).allowPrivateHosts).toBe(
      false,
    );
  });

  it('name the variable and what to do when one is wrong', () => {
    const read = (env: Record<string, string>) => () => readNetworkSettings(identity, env);
    expect(read({ MAILPROOF_SMTP_PORT: '0x19' })).toThrow(
      'MAILPROOF_SMTP_PORT is "0x19". Set it to a TCP port from 1 to 65535.',
    );
    expect(read({ MAILPROOF_ALLOW_PRIVATE_HOSTS: 'maybe' })).toThrow(
      'MAILPROOF_ALLOW_PRIVATE_HOSTS is "maybe". Set it to true or false.',
    );
    expect(() => readVerificationOptions({ maxConnections: '0' }, {})).toThrow(
      '--max-connections is "0". Set it to a number of connections from 1 to 10000.',
    );
  });

  it('ask for the missing part of the identity, and say why it is needed', () => {
    expect(() => readNetworkSettings({}, {})).toThrow(
      /--helo or MAILPROOF_HELO.*--mail-from or MAILPROOF_MAIL_FROM/,
    );
    const withoutSender = () => readNetworkSettings({ helo: identity.helo }, {});
    expect(withoutSender).toThrow(/^Set --mail-from or MAILPROOF_MAIL_FROM/);
    expect(withoutSender).toThrow(/refuse callers.*--sandbox/);
  });
});

describe('egresses', () => {
  const parts = 'helo=probe.example.net,mail-from=probe@example.net';
  const egressesOf = (flags: NetworkFlags, env = {}) => readNetworkSettings(flags, env);

  it('may be one with a local address', () => {
    expect(egressesOf({ ...identity, localAddress: '192.0.2.1' })).toMatchObject({
      localAddress: '192.0.2.1',
    });
    expect(egressesOf(identity, { MAILPROOF_LOCAL_ADDRESS: '2001:db8::1' })).toMatchObject({
      localAddress: '2001:db8::1',
    });
  });

  it('come from a flag that is repeated, or from one variable', () => {
    const egresses = [
      { ...identity, localAddress: '192.0.2.1' },
      { ...identity, socks5: 'socks5://me:p%2Cw=@proxy:1080', name: 'second' },
    ];
    const texts = [`${parts},local=192.0.2.1`, `${parts}, socks5=socks5://me:p%2Cw=@proxy:1080 ,name=second`];
    expect(egressesOf({ egress: texts })).toEqual({ egresses, allowPrivateHosts: false });
    expect(egressesOf({}, { MAILPROOF_EGRESS: `${texts.join(' ; ')};` })).toEqual({
      egresses,
      allowPrivateHosts: false,
    });
  });

  it('of flags win over variables of either kind', () => {
    const env = { MAILPROOF_HELO: 'other.example.net', MAILPROOF_EGRESS: 'nonsense' };
    expect(egressesOf({ egress: [parts] }, env)).toMatchObject({ egresses: [identity] });
    expect(egressesOf(identity, env)).toEqual({ ...identity, allowPrivateHosts: false });
  });

  it('are described in one way only', () => {
    expect(() => egressesOf({ helo: 'a.example.net', egress: [parts] })).toThrow(/either --egress or --helo/);
    const env = { MAILPROOF_EGRESS: parts, MAILPROOF_LOCAL_ADDRESS: '192.0.2.1' };
    expect(() => egressesOf({}, env)).toThrow(/either MAILPROOF_EGRESS or MAILPROOF_LOCAL_ADDRESS/);
  });

  it.each([
    'secret',
    'helo=probe.example.net',
    `${parts},socks5=socks5://me:secret,word@proxy`,
    `${parts},password=secret`,
    `${parts},helo=probe.example.net`,
    'mail-from=probe@example.net,socks5=socks5://me:secret@proxy',
  ])('are refused without showing their parts: %s', (text) => {
    for (const [flags, env, source] of [
      [{ egress: [parts, text] }, {}, '--egress (number 2)'],
      [{}, { MAILPROOF_EGRESS: text }, 'MAILPROOF_EGRESS'],
    ] as const) {
      const message = messageOf(() => egressesOf(flags, env));
      expect(message).toContain(source);
      expect(message).toContain('helo=NAME');
      expect(message).not.toContain('secret');
    }
  });

  it('that the network refuses are named by their flag, without their parts', () => {
    const flags = { egress: [`${parts},socks5=socks4://me:secret@proxy`] };
    const error = new InvalidArgument('socks5', 'Set socks5 to a URL.');
    const message = messageOf(() => {
      throw asSettingError(error, flags, {});
    });
    expect(message).toBe('--egress: Set socks5 to a URL.');
    const several = { egress: [parts, parts] };
    for (const [parameter, text, expected] of [
      [
        'egresses[1].localAddress',
        'egresses[1]: Set localAddress to an IP address.',
        '--egress (number 2): Set local to an IP address.',
      ],
      ['egresses[0].mailFrom', 'egresses[0]: Set mailFrom.', '--egress (number 1): Set mail-from.'],
      ['egresses', 'egresses[0] and egresses[1] are one.', '--egress: number 1 and number 2 are one.'],
    ] as const)
      expect(asSettingError(new InvalidArgument(parameter, text), several, {})).toMatchObject({
        message: expected,
      });
    const local = { ...identity, localAddress: 'eth0' };
    const wrong = asSettingError(new InvalidArgument('localAddress', 'Set it to an IP address.'), local, {});
    expect(wrong).toMatchObject({ message: '--local-address is "eth0". Set it to an IP address.' });
    const dns = asSettingError(new InvalidArgument('dns', 'No.'), { egress: [parts], dns: 'x' }, {});
    expect(dns).toMatchObject({ message: '--dns is "x". No.' });
  });
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof InvalidArgument) return error.message;
    throw error;
  }
  throw new Error('An error was expected.');
}

describe('the corrections to the lists of disposable domains', () => {
  it('are read from files with a name on each line', async () => {
    const folder = await workFolder();
    const add = await folder.write(
      'add.txt',
      '# seen in our sign-ups\nthrowaway.example\n\n mx.throwaway.example \n',
    );
    const allow = await folder.write('allow.txt', 'lasting.example\r\n');
    expect(readVerificationOptions({ disposableAdd: add }, { MAILPROOF_DISPOSABLE_ALLOW: allow })).toEqual({
      disposable: { add: ['throwaway.example', 'mx.throwaway.example'], allow: ['lasting.example'] },
    });
  });

  it('are refused if the file cannot be read, or has what is no domain name', async () => {
    const folder = await workFolder();
    expect(() => readVerificationOptions({ disposableAdd: folder.file('none.txt') }, {})).toThrow(
      /^--disposable-add is ".*none\.txt"\. Set it to a file that can be read \(ENOENT\)\.$/,
    );
    const file = await folder.write('add.txt', 'ann@throwaway.example\n');
    expect(() => readVerificationOptions({ disposableAdd: file }, {})).toThrow(
      /"ann@throwaway\.example" in it is no domain name\.$/,
    );
  });
});

describe('the canaries', () => {
  const canariesOf = (canaries: string) => readVerificationOptions({ canaries }, {}).canaries;

  it('are those of the engine unless set', () => {
    expect(readVerificationOptions({}, {})).toEqual({});
    expect(readVerificationOptions({}, { MAILPROOF_CANARIES: 'mx.example.net' })).toEqual({
      canaries: ['mx.example.net'],
    });
  });

  it('are host names separated by commas, or none', () => {
    expect(canariesOf('mx1.example.net, mx2.example.net')).toEqual(['mx1.example.net', 'mx2.example.net']);
    expect(canariesOf('None')).toEqual([]);
  });

  it('are set for bulk jobs and servers too', () => {
    expect(readEngineSettings({ canaries: 'mx.example.net' }, {}).canaries).toEqual(['mx.example.net']);
  });

  it('of the real internet are not those of the sandbox', () => {
    expect(readVerificationOptions({ sandbox: true }, { MAILPROOF_CANARIES: 'mx.example.net' })).toEqual({});
  });

  it.each(['', 'localhost', '192.0.2.1', 'mx.example.net,', 'mx.example.net none', 'a@example.net'])(
    'are refused as "%s"',
    (text) => {
      expect(() => canariesOf(text)).toThrow(/^--canaries is ".*"\. Set it to host names of mail servers/);
    },
  );
});

describe('--timeout', () => {
  it.each([
    ['1', 1_000],
    ['70', 70_000],
    ['2.5', 2_500],
    ['600', 600_000],
  ])('of %s seconds is %i ms', (text, timeoutMs) => {
    expect(readTimeoutMs(text)).toBe(timeoutMs);
  });

  it.each(['0', '0.9', '601', '-5', '1e2', 'soon', '', ' 3', 'Infinity'])('of "%s" is refused', (text) => {
    expect(() => readTimeoutMs(text)).toThrow(/--timeout is ".*"\. Give a number of seconds from 1 to 600\./);
  });
});

describe('an error of the network about one of its options', () => {
  it('names the setting that the option came from', () => {
    const error = new InvalidArgument('servers', 'Write it as ip or ip:port.');
    const env = { MAILPROOF_DNS: 'resolver.example.net' };
    expect(asSettingError(error, {}, env)).toMatchObject({
      parameter: 'MAILPROOF_DNS',
      message: 'MAILPROOF_DNS is "resolver.example.net". Write it as ip or ip:port.',
    });
    expect(asSettingError(error, { dns: 'x' }, env)).toMatchObject({ parameter: '--dns' });
  });

  it('is left as it is if it concerns no setting', () => {
    const error = new Error('out of memory');
    expect(asSettingError(error, {}, {})).toBe(error);
  });
});

describe('where to listen', () => {
  it('is loopback and port 8080 unless set', () => {
    expect(readServerSettings({}, {})).toEqual({ host: '127.0.0.1', port: 8080 });
  });

  it('comes from flags or the environment', () => {
    const env = { MAILPROOF_HOST: '::', MAILPROOF_PORT: '80' };
    expect(readServerSettings({}, env)).toEqual({ host: '::', port: 80 });
    expect(readServerSettings({ host: '0.0.0.0', port: '0' }, env)).toEqual({ host: '0.0.0.0', port: 0 });
  });

  it.each(['65536', '-1', 'http', ''])('is refused with the port "%s"', (port) => {
    expect(() => readServerSettings({ port }, {})).toThrow(
      `--port is "${port}". Set it to a TCP port from 0 to 65535.`,
    );
  });
});

describe('where a worker serves its health', () => {
  it('is nowhere unless a port is set, and never the port of a server', () => {
    expect(readMonitorSettings({}, { MAILPROOF_PORT: '80' }).monitor).toBeUndefined();
    expect(readMonitorSettings({ port: '0' }, {}).monitor).toEqual({ host: '127.0.0.1', port: 0 });
    expect(readMonitorSettings({ host: '::1' }, { MAILPROOF_WORKER_PORT: '9090' }).monitor).toEqual({
      host: '::1',
      port: 9_090,
    });
  });
});

describe('where metrics are served', () => {
  it.each([readServerSettings, readMonitorSettings])('is the other port unless set, for %o', (read) => {
    expect(read({ port: '1' }, {}).metrics).toBeUndefined();
    expect(read({ host: '::' }, { MAILPROOF_METRICS_PORT: '9090' }).metrics).toEqual({
      host: '::',
      port: 9_090,
    });
    const ownAddress = [
      ['127.0.0.1:0', { host: '127.0.0.1', port: 0 }],
      ['[::1]:90', { host: '::1', port: 90 }],
    ] as const;
    for (const [metricsPort, place] of ownAddress)
      expect(read({ host: '::', metricsPort }, {}).metrics).toEqual(place);
  });

  it.each(['65536', 'localhost:1', '::1', '127.0.0.1', ':9090', ''])('is refused as "%s"', (metricsPort) => {
    expect(() => readServerSettings({ metricsPort }, {})).toThrow(/--metrics-port is ".*TCP port/);
  });
});

describe('what a client may take', () => {
  it('is left to the server unless set', () => {
    const { maxConnectionsPerAddress, clientAddressHeader } = readServerSettings({}, {});
    expect([maxConnectionsPerAddress, clientAddressHeader]).toEqual([undefined, undefined]);
    const env = {
      MAILPROOF_MAX_CONNECTIONS_PER_ADDRESS: '50',
      MAILPROOF_CLIENT_ADDRESS_HEADER: 'X-Forwarded-For',
    };
    expect(readServerSettings({ maxConnectionsPerAddress: '60' }, env)).toMatchObject({
      maxConnectionsPerAddress: 60,
      clientAddressHeader: 'X-Forwarded-For',
    });
  });

  it('is refused if it is no number, or no header', () => {
    expect(() => readServerSettings({ maxConnectionsPerAddress: '0' }, {})).toThrow(
      '--max-connections-per-address is "0". Set it to a number of connections from 1 to 1000000.',
    );
    expect(() => readServerSettings({ clientAddressHeader: 'X Forwarded' }, {})).toThrow(
      '--client-address-header is "X Forwarded". Set it to the name of a header, such as X-Forwarded-For.',
    );
  });
});

const readRetryDelaysMs = (flags: FlagsOf<typeof bulkSettings>, env: Record<string, string>) =>
  readSettings(bulkSettings, flags, env).retryDelays;

describe('the delays of retries', () => {
  it('are left to the engine unless set', () => {
    expect(readRetryDelaysMs({}, {})).toBeUndefined();
    expect(readRetryDelaysMs({}, { MAILPROOF_RETRY_DELAYS: ' ' })).toBeUndefined();
  });

  it.each([
    ['360,960,2100', [360_000, 960_000, 2_100_000]],
    [' 5 , 0.5', [5_000, 500]],
    ['0', [0]],
    ['none', []],
    ['2592000', [2_592_000_000]],
  ])('are read from "%s"', (text, delays) => {
    expect(readRetryDelaysMs({ retryDelays: text }, {})).toEqual(delays);
    expect(readRetryDelaysMs({}, { MAILPROOF_RETRY_DELAYS: text })).toEqual(delays);
  });

  it.each(['', '5,', '-1', '1e3', '5 10', 'soon', '2592001', Array(21).fill('1').join()])(
    'cannot be "%s"',
    (text) => {
      expect(() => readRetryDelaysMs({ retryDelays: text }, {})).toThrow(
        /^--retry-delays is ".*"\. Set it to at most 20 numbers of seconds/,
      );
    },
  );
});
