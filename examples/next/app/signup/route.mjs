// A form that takes only addresses that exist.
import { engine } from '../../mailproof.mjs';

export const runtime = 'nodejs';

export async function POST(request) {
  const { email } = await request.json();
  const { status, explanation } = await engine.verify(String(email), { timeoutMs: 10_000 });
  if (status === 'invalid') return Response.json({ error: explanation }, { status: 422 });
  return Response.json({ welcome: true });
}
