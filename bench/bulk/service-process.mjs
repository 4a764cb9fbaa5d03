/**
 * A service on a SQLite file, without a worker, as a process: `service-process.mjs <file>`. `start` answers with its
 * port and keys, `memory` with its current and peak resident memory.
 */
import { peakResidentBytes } from '../peak-memory.mjs';
import { startVerdictService } from '../service/verdict-service.mjs';

const [, , file] = process.argv;

// The parent is gone.
process.on('disconnect', () => process.exit());

process.on('message', async (message) => {
  if (message.kind === 'start') process.send(await start(message.readers));
  else {
    const { rss } = process.memoryUsage();
    process.send({ residentBytes: rss, peakResidentBytes: peakResidentBytes() });
  }
});

/** One key submits; the others request cached verdicts. */
async function start(readers) {
  const { port, cached, createRichKey } = await startVerdictService(file, { readers });
  return { port, cached, key: await createRichKey('submitter') };
}
