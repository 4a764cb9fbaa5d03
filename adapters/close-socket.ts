import type { Socket } from 'node:net';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/**
 * Closes a socket at once: with a reset (RST), or with FIN. `top` is the TLS socket over it, or the socket itself.
 * Resolves when the system has closed it; never rejects.
 */
export async function closeSocket(plain: Socket, top: Socket, how: 'reset' | 'finish'): Promise<void> {
  // The system may have connected it already, and only a socket that is known to be connected can be reset.
  for (let turns = 0; turns < 2 && how === 'reset' && plain.connecting; turns += 1) await yieldToEventLoop();
  // After the peer's FIN, Node sends one too, and a socket that has sent a FIN cannot be reset either.
  const canReset = !plain.connecting && !plain.destroyed && !plain.writableEnded && !top.writableEnded;
  if (how === 'reset' && canReset) {
    const closed = closing(plain);
    // A TLS socket cannot send a reset. Destroying it before the socket below is closed crashes Node.
    plain.resetAndDestroy();
    await closed;
  }
  const closed = closing(top);
  top.destroy();
  await closed;
}

function closing(socket: Socket): Promise<void> {
  if (socket.closed) return Promise.resolve();
  return new Promise((resolve) => {
    socket.once('close', () => resolve());
  });
}
