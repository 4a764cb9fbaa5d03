/**
 * What a small tool does: tries the patterns in a fixed order, one connection per address, until one is accepted. Sends
 * one catch-all probe per domain. 50 people at a time.
 */

import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { patterns } from './patterns.mjs';

const atOnce = 50;

export async function fixedOrder({ dns, dialTable, helo, mailFrom }) {
  const resolver = new Resolver();
  resolver.setServers(dns);
  const targets = new Map();
  const catchAll = new Map();

  async function find(rows) {
    const emails = new Array(rows.length);
    const waiting = rows.entries();
    const work = async () => {
      for (const [index, row] of waiting) emails[index] = await lookUp(row);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    return emails;
  }

  async function lookUp({ first_name, last_name, domain }) {
    if (!catchAll.has(domain)) catchAll.set(domain, isAccepted('no-such-mailbox-2f61', domain));
    if (await catchAll.get(domain)) return null;
    const names = [plain(first_name), plain(last_name)];
    for (const pattern of Object.values(patterns)) {
      const localPart = pattern(...names);
      if (await isAccepted(localPart, domain)) return `${localPart}@${domain}`;
    }
    return null;
  }

  async function isAccepted(localPart, domain) {
    if (!targets.has(domain)) targets.set(domain, targetOf(domain));
    const { address, port } = await targets.get(domain);
    const dialogue = new Dialogue(connect({ host: address, port, noDelay: true }));
    await dialogue.reply();
    await dialogue.say(`EHLO ${helo}`);
    await dialogue.say(`MAIL FROM:<${mailFrom}>`);
    const code = await dialogue.say(`RCPT TO:<${localPart}@${domain}>`);
    await dialogue.say('QUIT');
    dialogue.end();
    return code < 300;
  }

  async function targetOf(domain) {
    const [{ exchange }] = await resolver.resolveMx(domain);
    const [address] = await resolver.resolve4(exchange);
    return dialTable[address];
  }

  return { find, close: async () => {} };
}

const letters = { ß: 'ss', ø: 'o', ł: 'l' };

/** Returns lower-case letters without diacritics; keeps hyphens, removes spaces and apostrophes. */
function plain(name) {
  const ascii = name.toLowerCase().replace(/[ßøł]/g, (letter) => letters[letter]);
  return ascii.normalize('NFKD').replace(/[^a-z-]/g, '');
}

/** Sends one command after another. */
class Dialogue {
  #socket;
  #lines = [];
  #unread = '';

  constructor(socket) {
    this.#socket = socket.setEncoding('latin1').on('data', (chunk) => {
      const lines = (this.#unread + chunk).split('\r\n');
      this.#unread = lines.pop();
      this.#lines.push(...lines.filter((line) => line[3] !== '-'));
    });
  }

  /** The code of the next reply. */
  async reply() {
    while (this.#lines.length === 0) await once(this.#socket, 'data');
    return Number(this.#lines.shift().slice(0, 3));
  }

  say(command) {
    this.#socket.write(`${command}\r\n`);
    return this.reply();
  }

  end() {
    this.#socket.destroy();
  }
}
