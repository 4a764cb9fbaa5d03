// A form that takes only addresses that exist.
import { checkSignup } from 'mailproof/signup';
import { engine } from '../../mailproof.mjs';

export const runtime = 'nodejs';

export async function POST(request) {
  const { email } = await request.json();
  const { accept, message } = await checkSignup(engine, email);
  return accept ? Response.json({ welcome: true }) : Response.json({ error: message }, { status: 422 });
}
