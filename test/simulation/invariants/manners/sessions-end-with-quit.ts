import { strikesProcess } from '../hindrances.ts';
import type { Invariant } from '../invariant.ts';

/** A process that stood still, or was cut off from the store, closes what its leases no longer cover. */
const aftermathMs = 30_000;

/** RFC 5321 §4.1.1.10. What is given up amid a command need not say QUIT: the server would first work off the rest. */
export const sessionsEndWithQuit: Invariant = {
  name: 'sessions end with QUIT',
  promise:
    'A session with a mail server that keeps to the protocol ends with QUIT, unless it is given up while a reply is due, or by close().',
  watch({ story, world, faults, fail }) {
    /** Connections whose replies were not what the server had said, or in order. */
    const troubled = new Set<number>();
    /** Those on which the server said that it closes the connection. */
    const closing = new Set<number>();
    /** Processes that were told to close. */
    const ending = new Set<string>();
    story.on('process-closing', ({ process }) => {
      ending.add(process);
    });
    story.on('process-started', ({ process }) => ending.delete(process));
    story.on('replies', ({ connection: { number }, text, trouble }) => {
      if (trouble !== '') troubled.add(number);
      if (/^421/m.test(text)) closing.add(number);
    });
    story.on('connection-closed', ({ connection: { number } }) => {
      troubled.delete(number);
      closing.delete(number);
    });
    story.on('hung-up', ({ connection, phase }, at) => {
      const { number, host, process } = connection;
      if (phase !== 'idle' || ending.has(process) || troubled.has(number) || closing.has(number)) return;
      const exchange = world.exchanges.get(host);
      // What is dropped leaves replies due of which the server knows nothing.
      if (exchange?.hostility !== undefined || exchange?.dropsPipelinedInput) return;
      if (faults.during(at - aftermathMs, at).some((fault) => strikesProcess(fault, process))) return;
      fail(`${process} hangs up on ${host} without QUIT, with no reply due`, [`connection ${number} `]);
    });
    return {};
  },
};
