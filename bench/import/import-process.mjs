/** Imports the file given as an argument, and sends what that took: milliseconds, of the processor too, and bytes. */
import { memoryUsage } from 'node:process';

const [url] = process.argv.slice(2);
memoryUsage.rss();
const startedAt = performance.now();
const residentBefore = memoryUsage.rss();
const processorBefore = process.cpuUsage();
await import(url);
const processor = process.cpuUsage(processorBefore);
process.send({
  durationMs: performance.now() - startedAt,
  processorMs: (processor.user + processor.system) / 1_000,
  residentBytes: memoryUsage.rss() - residentBefore,
});
