// Hono: the whole /v1 interface below /mail, and a form that takes only addresses that exist.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createHttpHandler } from 'mailproof/http';
import { closeOnSignal, openAccount, startEngine } from '../engine.mjs';

const { engine, stop } = await startEngine();
await openAccount(engine);
const mailproof = createHttpHandler(engine);
const app = new Hono();

app.mount('/mail', mailproof.fetch);

app.post('/signup', async (context) => {
  const { email } = await context.req.json();
  const { status, explanation } = await engine.verify(String(email), { timeoutMs: 10_000 });
  return status === 'invalid' ? context.json({ error: explanation }, 422) : context.json({ welcome: true });
});

const port = Number(process.env.PORT ?? 3000);
const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' }, (address) => {
  console.log(`Listening on http://127.0.0.1:${address.port}`);
});
closeOnSignal(async () => {
  server.close();
  await stop();
});
