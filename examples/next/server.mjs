// Stands in for Next.js, which is too large for an example: it calls the route handlers as Next.js does.
import { serve } from '@hono/node-server';
import { closeOnSignal, listening, openAccount } from '../engine.mjs';
import * as mail from './app/mail/[...path]/route.mjs';
import * as signup from './app/signup/route.mjs';
import { engine, stop } from './mailproof.mjs';

function fetch(request) {
  const { pathname } = new URL(request.url);
  const route = pathname.startsWith('/mail/') ? mail : pathname === '/signup' ? signup : {};
  return route[request.method]?.(request) ?? new Response('Not found', { status: 404 });
}

await openAccount(engine);
const port = Number(process.env.PORT ?? 3000);
const server = serve({ fetch, port, hostname: '127.0.0.1' });
await listening(server);
closeOnSignal(server, stop);
