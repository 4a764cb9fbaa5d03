import { expect, it } from 'vitest';
import { ConsoleSessions } from '../../../adapters/console/sign-in/console-sessions.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { allEventsOf, type Browser, eventsOf, postSignIn, startConsole } from './console-server.ts';

/** Submits a list that nobody works on, and follows it. */
async function followPendingJob(browser: Browser): Promise<{ path: string; stream: Response }> {
  const body = { emails: ['ann@example.com'] };
  const submitted = await browser.send('POST', 'jobs', body, { 'Idempotency-Key': 'k' });
  const { job_id: id } = (await submitted.json()) as { job_id: string };
  const path = `jobs/${id}/events`;
  return { path, stream: await browser.send('GET', path) };
}

it('a stream ends at the sign-out of its session', async () => {
  const { signIn } = await startConsole();
  const [acme, other] = [await signIn('acme'), await signIn('acme')];
  const { path, stream } = await followPendingJob(acme);
  const kept = eventsOf(await other.send('GET', path));
  expect((await kept.next()).value).toMatchObject({ event: 'job' });
  expect((await acme.send('DELETE', 'session')).status).toBe(204);
  expect((await allEventsOf(stream)).map(({ event }) => event)).toEqual(['job']);
  await other.send('POST', path.replace('events', 'cancel'));
  expect((await kept.next()).value).toMatchObject({ event: 'job', data: { status: 'failed' } });
});

it('a stream ends when the operator signs the account out, or its session has ended elsewhere', async () => {
  const clock = new ManualClock();
  const { signIn, signInOperator, stores } = await startConsole({ clock });
  const [operator, acme] = [await signInOperator(), await signIn('acme')];
  const { stream } = await followPendingJob(acme);
  await operator.send('POST', 'accounts/acme/sign-out', {});
  expect((await allEventsOf(stream)).map(({ event }) => event)).toEqual(['job']);

  const globex = await signIn('globex');
  const followed = await followPendingJob(globex);
  await new ConsoleSessions({ cache: stores.cache, clock }).endAll('globex');
  const events = allEventsOf(followed.stream);
  await clock.advance(15_000);
  expect((await events).map(({ event }) => event)).toEqual(['job', 'signed-out']);
});

it('a stream ends with the twelve hours of its session', async () => {
  const clock = new ManualClock();
  const { signIn } = await startConsole({ clock });
  const acme = await signIn('acme');
  const { stream } = await followPendingJob(acme);
  const events = eventsOf(stream);
  expect((await events.next()).value).toMatchObject({ event: 'job' });
  clock.leap(12 * 3_600_000 - 15_000);
  await clock.advance(14_999);
  expect((await acme.send('GET', 'session')).status).toBe(200);
  const last = events.next();
  await clock.advance(15_001);
  expect((await last).value).toMatchObject({ event: 'signed-out' });
  expect((await events.next()).done).toBe(true);
  expect((await acme.send('GET', 'session')).status).toBe(401);
});

it('a stream says that it is still there', async () => {
  const clock = new ManualClock();
  const { signIn } = await startConsole({ clock });
  const { stream } = await followPendingJob(await signIn('acme'));
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const reading = (async () => {
    while (!text.includes(': still here')) text += (await reader?.read())?.value;
  })();
  await clock.advance(15_000);
  await reading;
  await reader?.cancel();
});

it('an account has at most 32 streams over all its sessions, which take none from others', async () => {
  const { signIn, signInOperator } = await startConsole();
  const [acme, globex, operator] = [await signIn('acme'), await signIn('globex'), await signInOperator()];
  const sessions = [acme, await signIn('acme')];
  const { path } = await followPendingJob(acme);
  for (let n = 1; n < 32; n += 1) expect((await sessions[n % 2]!.send('GET', path)).status).toBe(200);
  for (const session of sessions) {
    const refused = await session.send('GET', path);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  }
  expect((await followPendingJob(globex)).stream.status).toBe(200);
  expect((await operator.send('GET', path)).status).toBe(200);
});

it('a sign-in as another account ends the streams of the session before', async () => {
  const { url, signIn, signInOperator } = await startConsole();
  const acme = await signIn('acme');
  const { stream } = await followPendingJob(acme);
  const invited = await (await signInOperator()).send('POST', 'accounts/globex/invitations', {});
  const { link } = (await invited.json()) as { link: string };
  const body = { invitation: link.slice(link.lastIndexOf('/') + 1) };
  expect((await postSignIn(url, body, { Cookie: acme.cookie })).status).toBe(200);
  expect((await allEventsOf(stream)).map(({ event }) => event)).toEqual(['job']);
});

it('a stream that its client leaves is given back', async () => {
  const { signIn } = await startConsole();
  const acme = await signIn('acme');
  const { path, stream } = await followPendingJob(acme);
  const all = [stream];
  for (let n = 1; n < 32; n += 1) all.push(await acme.send('GET', path));
  await Promise.all(all.map(({ body }) => body?.cancel()));
  // The server learns of it a moment later.
  let status = 429;
  for (let n = 0; status === 429 && n < 40; n += 1) ({ status } = await acme.send('GET', path));
  expect(status).toBe(200);
});

it('a server that closes ends the streams, and does not wait for their clients', async () => {
  const { signIn, close } = await startConsole();
  const { stream } = await followPendingJob(await signIn('acme'));
  const startedAt = performance.now();
  const [events] = await Promise.all([allEventsOf(stream), close()]);
  expect(events.map(({ event }) => event)).toEqual(['job']);
  expect(performance.now() - startedAt).toBeLessThan(4_000);
});
