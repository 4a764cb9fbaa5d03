import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { createSmtpTransport } from '../../adapters/net/index.ts';
import { checkProxy } from '../../adapters/net/smtp.ts';
import { parseSocks5Url } from '../../adapters/net/socks5-proxy.ts';
import { systemRandom } from '../../adapters/system-random.ts';
import { createEngine } from '../../src/index.ts';
import { ManualClock, passTime } from '../support/manual-clock.ts';
import { oneExchangeDns } from '../support/scripted-exchange.ts';
import { type ProxyScript, startScriptedProxy } from '../support/scripted-proxy.ts';

const identity = { helo: 'probe.example.net', mailFrom: 'check@probe.example.net' };
const account = 'acme';

/** An engine behind a SOCKS5 proxy, whose time passes by itself. */
async function engineBehind(script: ProxyScript) {
  const proxy = await startScriptedProxy(script);
  const clock = new ManualClock();
  const smtp = createSmtpTransport({ clock, socks5: proxy.url, allowPrivateHosts: true });
  const checkWayOut = (options: Parameters<typeof checkProxy>[2]) =>
    checkProxy(clock, parseSocks5Url(proxy.url), options);
  const engine = createEngine({
    ...memoryStores({ clock }),
    dns: oneExchangeDns(),
    egresses: [{ name: 'proxied', identity, smtp, checkWayOut }],
    clock,
    random: systemRandom,
  });
  const stop = passTime(clock);
  onTestFinished(async () => {
    await engine.close();
    stop();
    await proxy.stop();
  });
  await engine.accounts.grant(account, { id: 'first', milliCredits: 1_000 });
  return { engine, proxy, clock };
}

const free = { available: 1_000, held: 0 };

describe('a SOCKS5 proxy that says nothing', () => {
  it.each([500, 1_000, 3_000, 5_000, 10_000, 30_000])(
    'is no fault of the server, and costs nothing, for a caller who waits %i ms',
    async (timeoutMs) => {
      const { engine } = await engineBehind('silent');
      for (const email of ['ann@example.com', 'bob@example.com'])
        await expect(engine.verify(email, { account, timeoutMs })).rejects.toMatchObject({
          code: 'service_unavailable',
        });
      expect(await engine.accounts.balance(account)).toEqual(free);
    },
  );

  it('is none for a caller in a hurry beside one who is not', async () => {
    const { engine } = await engineBehind('silent');
    const asked = [60_000, 4_000, 9_000].map((timeoutMs, index) =>
      expect(engine.verify(`user${index}@example.com`, { account, timeoutMs })).rejects.toMatchObject({
        code: 'service_unavailable',
      }),
    );
    await Promise.all(asked);
    expect(await engine.accounts.balance(account)).toEqual(free);
  });

  it('is found out and left alone, also if all callers are in a hurry', async () => {
    const { engine } = await engineBehind('silent');
    const failed: unknown[] = [];
    engine.observe((event) => {
      if (event.kind === 'egress_failed') failed.push(event.restMs);
    });
    for (const timeoutMs of [3_000, 3_000, 3_000])
      await engine.verify('ann@example.com', { timeoutMs }).catch(() => {});
    expect(failed).toEqual([5_000]);
  });
});

describe('a SOCKS5 proxy that lets us in', () => {
  it('has a silent server behind it, which is charged', async () => {
    const { engine } = await engineBehind('silent-after-login');
    expect(await engine.verify('ann@example.com', { account, timeoutMs: 10_000 })).toMatchObject({
      status: 'unknown',
      substatus: 'mail_server_unavailable',
    });
    expect((await engine.accounts.balance(account)).available).toBeLessThan(1_000);
  });
});
