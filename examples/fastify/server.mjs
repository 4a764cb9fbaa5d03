// Fastify: the whole /v1 interface below /mail, and a form that takes only addresses that exist.
import { fastify } from 'fastify';
import { createHttpHandler } from 'mailproof/http';
import { checkSignup } from 'mailproof/signup';
import { closeOnSignal, openAccount, startEngine } from '../engine.mjs';

const { engine, stop } = await startEngine();
await openAccount(engine);
const mailproof = createHttpHandler(engine, { basePath: '/mail' });
const app = fastify();

// In a plugin of its own, so that only here Fastify leaves bodies alone: its limit of 1 MiB is too small for a long list.
app.register(async (mail) => {
  mail.removeAllContentTypeParsers();
  mail.addContentTypeParser('*', (_request, _body, done) => done(null));
  mail.all('/mail/*', (request, reply) => {
    reply.hijack();
    return mailproof.node(request.raw, reply.raw);
  });
});

app.post('/signup', async (request, reply) => {
  const { accept, message } = await checkSignup(engine, request.body?.email);
  return accept ? { welcome: true } : reply.status(422).send({ error: message });
});

const url = await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' });
console.log(`Listening on ${url}`);
closeOnSignal(app, stop);
