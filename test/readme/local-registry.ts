import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { repository } from '../house/repository-files.ts';

/** A registry for `npm install`, on 127.0.0.1. */
export interface LocalRegistry extends AsyncDisposable {
  readonly url: string;
}

interface Published {
  readonly manifest: { readonly name: string; readonly version: string };
  /** Writes the package as a tarball. */
  send(response: ServerResponse): Promise<void>;
}

/**
 * Starts a registry that has mailproof, as a tarball, and every package that is installed in the repository, in the version
 * that is installed. So `npm install` works without the network, and without npm's cache.
 */
export async function startLocalRegistry(tarball: string): Promise<LocalRegistry> {
  const packages = [await mailproofOf(tarball), ...(await installedPackages())];
  let url = '';
  const server = createServer(async (request, response) => {
    const [name = '', version] = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split('/-/');
    const versions = packages.filter(({ manifest }) => manifest.name === name);
    if (version !== undefined)
      return versions.find(({ manifest }) => manifest.version === version)?.send(response);
    response.statusCode = versions.length === 0 ? 404 : 200;
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(versions.length === 0 ? {} : descriptionOf(name, versions, url)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns what a registry says about a package. The first version is the latest. */
function descriptionOf(name: string, versions: readonly Published[], url: string) {
  const described = versions.map(({ manifest }) => {
    const dist = { tarball: `${url}${name}/-/${manifest.version}` };
    return [manifest.version, { ...manifest, dist }] as const;
  });
  return {
    name,
    'dist-tags': { latest: described[0]?.[0] },
    versions: Object.fromEntries(described),
  };
}

async function mailproofOf(tarball: string): Promise<Published> {
  return {
    manifest: await readManifest(repository),
    send: (response) => pipeline(createReadStream(tarball), response),
  };
}

/** Returns the packages of the lock file that are installed, those at the top first. */
async function installedPackages(): Promise<Published[]> {
  const lock: { packages: Record<string, unknown> } = JSON.parse(
    await readFile(join(repository, 'package-lock.json'), 'utf8'),
  );
  const depth = (place: string) => place.split('/node_modules/').length;
  const places = Object.keys(lock.packages)
    .filter((place) => place !== '')
    .sort((a, b) => depth(a) - depth(b));
  const found = await Promise.all(places.map((place) => installedAt(join(repository, place))));
  return found.flat();
}

/** Returns the package in a folder. None, if it is for another platform. */
async function installedAt(folder: string): Promise<Published[]> {
  const manifest = await readManifest(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (manifest === undefined) return [];
  const packing = ['-cf', '-', '--exclude=node_modules', '-C', dirname(folder), basename(folder)];
  const send = (response: ServerResponse) =>
    pipeline(spawn('tar', packing, { stdio: ['ignore', 'pipe', 'inherit'] }).stdout, response);
  return [{ manifest, send }];
}

async function readManifest(folder: string): Promise<Published['manifest']> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
}
