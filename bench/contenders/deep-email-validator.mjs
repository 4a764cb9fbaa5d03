/** deep-email-validator from npm, with every check on, as by default, and our sender. */
import { redirectNetwork } from '../peer-network.mjs';

export async function start(network, options) {
  redirectNetwork(network, options);
  const { validate } = await import('deep-email-validator');
  const sender = network.mailFrom;
  return {
    verify: async (email) => ((await validate({ email, sender })).valid ? 'valid' : 'invalid'),
    close: async () => {},
  };
}
