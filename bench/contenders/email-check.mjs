/** email-check from npm with the options of its README: true, or an error "refuse" for a mailbox that is refused. */
import { redirectNetwork } from '../peer-network.mjs';

export async function start(network, options) {
  redirectNetwork(network, options);
  const { default: emailCheck } = await import('email-check');
  const identity = { from: network.mailFrom, host: network.helo };
  return {
    verify: async (email) => {
      try {
        return (await emailCheck(email, identity)) ? 'valid' : 'invalid';
      } catch (error) {
        return error.message === 'refuse' ? 'invalid' : `error: ${error.message}`;
      }
    },
    close: async () => {},
  };
}
