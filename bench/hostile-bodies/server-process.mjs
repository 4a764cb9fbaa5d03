/**
 * A service on a SQLite file that watches itself: `server-process.mjs <file>`. `start` answers with its port, keys and a
 * cached verdict, `watch` begins to measure, and `report` answers with the longest stall of the event loop and the growth
 * of the resident memory since then.
 */
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { peakResidentBytes } from '../peak-memory.mjs';
import { startVerdictService } from '../service/verdict-service.mjs';

const [, , file] = process.argv;
const delay = monitorEventLoopDelay({ resolution: 1 });
let longestMicroseconds = 0;
let processorTimer;
let residentBytes = 0;

// The parent is gone.
process.on('disconnect', () => process.exit());

process.on('message', async (message) => {
  if (message.kind === 'start') process.send(await start(message.readers));
  else if (message.kind === 'watch') {
    watch();
    process.send({});
  } else {
    process.send({
      stallMs: delay.max / 1e6,
      cpuMs: longestMicroseconds / 1_000,
      grownBytes: peakResidentBytes() - residentBytes,
    });
  }
});

function watch() {
  // Without this, memory that earlier work has freed would hide what this work takes.
  globalThis.gc?.();
  residentBytes = process.memoryUsage().rss;
  // Linux: the peak begins anew (proc(5), clear_refs).
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
  delay.enable();
  delay.reset();
  watchProcessor();
}

/** The most processor time between two timers: what a stall is without the time in which other processes ran. */
function watchProcessor() {
  const { user, system } = process.cpuUsage();
  longestMicroseconds = 0;
  let before = user + system;
  clearInterval(processorTimer);
  processorTimer = setInterval(() => {
    const now = process.cpuUsage();
    longestMicroseconds = Math.max(longestMicroseconds, now.user + now.system - before);
    before = now.user + now.system;
  }, 1);
}

async function start(readers) {
  const { port, cached, createKey, createRichKey } = await startVerdictService(file, { readers });
  return { port, cached, keys: { rich: await createRichKey('rich'), poor: await createKey('poor') } };
}
