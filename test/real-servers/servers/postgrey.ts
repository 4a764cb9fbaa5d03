import { freePort } from '../../support/closed-port.ts';
import type { Daemon } from './daemon.ts';
import { ServerRoot } from './server-root.ts';

const postgrey = 906;

/** Starts postgrey, which puts every recipient off until its client comes again after `delaySeconds`. */
export async function startPostgrey(delaySeconds: number): Promise<Daemon> {
  const port = await freePort();
  const root = await ServerRoot.create();
  await root.createFolder('/var/lib/postgrey', { user: postgrey });
  // Nobody is exempt. Without the files, it complains.
  await root.write('/etc/postgrey/whitelist_clients', '');
  await root.write('/etc/postgrey/whitelist_recipients', '');
  const options = [`--inet=127.0.0.1:${port}`, `--delay=${delaySeconds}`, '--dbdir=/var/lib/postgrey'];
  return root.start({
    command: ['/usr/sbin/postgrey', ...options, '--user=postgrey', '--group=postgrey'],
    port,
  });
}
