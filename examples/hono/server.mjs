// Hono: the whole /v1 interface below /mail, and a form that takes only addresses that exist.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createHttpHandler } from 'mailproof/http';
import { checkSignup } from 'mailproof/signup';
import { closeOnSignal, listening, openAccount, startEngine } from '../engine.mjs';

const { engine, stop } = await startEngine();
await openAccount(engine);
const mailproof = createHttpHandler(engine);
const app = new Hono();

app.mount('/mail', mailproof.fetch);

app.post('/signup', async (context) => {
  const { email } = await context.req.json();
  const { accept, message } = await checkSignup(engine, email);
  return accept ? context.json({ welcome: true }) : context.json({ error: message }, 422);
});

const port = Number(process.env.PORT ?? 3000);
const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
await listening(server);
closeOnSignal(server, stop);
