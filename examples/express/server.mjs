// Express: the whole /v1 interface below /mail, and a form that takes only addresses that exist.
import express from 'express';
import { createHttpHandler } from 'mailproof/http';
import { closeOnSignal, openAccount, startEngine } from '../engine.mjs';

const { engine, stop } = await startEngine();
await openAccount(engine);
const mailproof = createHttpHandler(engine);
const app = express();

// Before express.json(), whose limit of 100 kB is too small for a long list.
app.use('/mail', mailproof.node);

app.use(express.json());
app.post('/signup', async (request, response) => {
  const { status, explanation } = await engine.verify(String(request.body?.email), { timeoutMs: 10_000 });
  if (status === 'invalid') response.status(422).json({ error: explanation });
  else response.json({ welcome: true });
});

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${server.address().port}`);
});
closeOnSignal(async () => {
  server.close();
  await stop();
});
