import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type ClientHttp2Session, connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { selfSignedCertificate } from '../../adapters/sandbox/index.ts';
import { workFolder } from '../cli/work-folder.ts';
import { repository } from '../house/repository-files.ts';
import { freePort } from '../support/closed-port.ts';
import { serveProcess } from '../support/served-process.ts';
import { until } from '../support/until.ts';

const name = 'mail.example.com';

interface Proxy {
  /** Returns the command that starts it with the file that is shipped, on this port, before a server on another. */
  command(ports: { readonly own: number; readonly server: string }, folder: string): Promise<string[]>;
}

const proxies: Readonly<Record<string, Proxy>> = {
  nginx: {
    async command({ own, server }, folder) {
      const shipped = (await readFile(`${repository}/deploy/nginx.conf`, 'utf8'))
        .replace('127.0.0.1:8080', server)
        .replace('listen [::]:443 ssl http2;', '')
        .replace('listen 443', `listen 127.0.0.1:${own}`)
        .replaceAll(`/etc/letsencrypt/live/${name}`, folder);
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/t;`,
      );
      const http = `events {} http { access_log off; ${paths.join(' ')} ${shipped} }`;
      await writeFile(`${folder}/nginx.conf`, `daemon off; pid ${folder}/pid; error_log stderr; ${http}`);
      return ['nginx', '-e', 'stderr', '-c', `${folder}/nginx.conf`];
    },
  },
  caddy: {
    async command({ own, server }, folder) {
      const shipped = (await readFile(`${repository}/deploy/Caddyfile`, 'utf8'))
        .replace('127.0.0.1:8080', server)
        .replace(
          `${name} {`,
          `https://${name}:${own} {\n  bind 127.0.0.1\n  tls ${folder}/fullchain.pem ${folder}/privkey.pem`,
        );
      await writeFile(`${folder}/Caddyfile`, `{\n  admin off\n  auto_https off\n}\n${shipped}`);
      return ['caddy', 'run', '--adapter', 'caddyfile', '--config', `${folder}/Caddyfile`];
    },
  },
};

describe.each(Object.entries(proxies))('%s with the file that is shipped', (_, proxy) => {
  it('lets HTTP/2 clients in, with the default refuses them and says so once', async () => {
    const { server, key, request } = await scene(proxy, ['--exact-header-name', 'false']);
    expect(await request('/v1/credits', { 'x-api-key': key })).toMatchObject({
      status: 200,
      body: '{"credits":1000}',
    });
    expect(await request('/metrics')).toMatchObject({ status: 404 });
    expect(server.stderr).not.toContain('another case');

    const exact = await scene(proxy, []);
    for (const _time of [1, 2])
      expect(await exact.request('/v1/credits', { 'x-api-key': exact.key })).toMatchObject({ status: 401 });
    await exact.server.said('set --exact-header-name=false');
    expect(exact.server.stderr.match(/another case/g)).toHaveLength(1);
  });

  it('names the client to the server, whatever the client has written', async () => {
    const options = ['--client-address-header', 'X-Forwarded-For', '--budget', 'stranger_requests=1'];
    const { request } = await scene(proxy, options);
    const statuses = [];
    for (const forged of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      statuses.push((await request('/v1/credits', { 'x-forwarded-for': forged })).status);
    expect(statuses).toContain(429);
  });

  it('hands on a list of several megabytes', async () => {
    const { key, request } = await scene(proxy, ['--exact-header-name', 'false']);
    const list = Array.from({ length: 5_000 }, (_, n) => `person.number${n}.${'x'.repeat(40)}@example.com`);
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const answer = await request('/v1/bulk', headers, JSON.stringify(list).padEnd(8_000_000, ' '));
    expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('"total_emails":5000') });
  });

  it('passes on at once what is streamed, to the server and from it', async () => {
    const upstream = createServer((incoming, response) => {
      // Answers once the first part of the body is there, and ends once the body has ended.
      incoming.once('data', (part: Buffer) => response.write(`got ${part}`));
      incoming.once('end', () => response.end(', and the end'));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void upstream.close());
    await once(upstream, 'listening');
    const { session } = await proxied(proxy, `127.0.0.1:${(upstream.address() as AddressInfo).port}`);
    const stream = session.request({ ':method': 'POST', ':path': '/v1/bulk', 'content-type': 'text/plain' });
    stream.setEncoding('utf8').write('one');
    expect(await once(stream, 'data')).toEqual(['got one']);
    stream.end('two');
    expect(await once(stream, 'data')).toEqual([', and the end']);
  });
});

/** A server, behind a proxy, with the key that it has made. */
async function scene(proxy: Proxy, options: readonly string[]) {
  const { path } = await workFolder();
  const server = await serveProcess({ args: ['--sandbox', '--store', 'memory:', ...options], cwd: path });
  onTestFinished(() => server[Symbol.asyncDispose]());
  await until(() => /^ {2}mp_/m.test(server.stdout));
  const key = /^ {2}(mp_\S+)$/m.exec(server.stdout)?.[1] ?? '';
  return { server, key, ...(await proxied(proxy, new URL(server.url).host)) };
}

/** A proxy before a server, and a client that speaks HTTP/2 over TLS to it. */
async function proxied(proxy: Proxy, server: string) {
  const { path } = await workFolder();
  const { cert, key } = selfSignedCertificate(name);
  await mkdir(`${path}/t`);
  await writeFile(`${path}/fullchain.pem`, cert);
  await writeFile(`${path}/privkey.pem`, key);
  const own = await freePort();
  const [command = '', ...words] = await proxy.command({ own, server }, path);
  const child = spawn(command, words, { stdio: 'ignore', env: { ...process.env, HOME: path } });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  });
  const session = await connected(own, child, cert);
  onTestFinished(() => session.destroy());
  return {
    session,
    async request(target: string, headers: Record<string, string> = {}, sent?: string) {
      const method = sent === undefined ? 'GET' : 'POST';
      const authority = `${name}:${own}`;
      const stream = session.request({
        ':path': target,
        ':method': method,
        ':authority': authority,
        ...headers,
      });
      stream.end(sent);
      const [answer] = await once(stream, 'response');
      return { status: answer[':status'], body: await text(stream) };
    },
  };
}

/** Connects as soon as the proxy listens. */
async function connected(port: number, proxy: ChildProcess, ca: string): Promise<ClientHttp2Session> {
  for (;;) {
    const session = connect(`https://127.0.0.1:${port}`, { ca, servername: name });
    try {
      await once(session, 'connect');
      session.on('error', () => {});
      return session;
    } catch (error) {
      if (proxy.exitCode !== null) throw error;
    }
  }
}
