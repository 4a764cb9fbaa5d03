// The whole /v1 interface below /mail.
import { handler } from '../../../mailproof.mjs';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

const answer = (request) => handler.fetch(request);

export { answer as GET, answer as HEAD, answer as POST };
