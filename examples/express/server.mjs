// Express: the whole /v1 interface below /mail, and a form that takes only addresses that exist.
import express from 'express';
import { createHttpHandler } from 'mailproof/http';
import { checkSignup } from 'mailproof/signup';
import { closeOnSignal, listening, openAccount, startEngine } from '../engine.mjs';

const { engine, stop } = await startEngine();
await openAccount(engine);
const mailproof = createHttpHandler(engine);
const app = express();

// Before express.json(), whose limit of 100 kB is too small for a long list.
app.use('/mail', mailproof.node);

app.use(express.json());
app.post('/signup', async (request, response) => {
  const { accept, message } = await checkSignup(engine, request.body?.email);
  if (accept) response.json({ welcome: true });
  else response.status(422).json({ error: message });
});

const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
await listening(server);
closeOnSignal(server, stop);
