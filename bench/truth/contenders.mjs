import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withModules } from '../bundled-modules.mjs';

/**
 * Each of them says of a refusal of RCPT `(code, text, recipient)` whether the mailbox is `missing` (or disabled), is `full`, or
 * neither: `other`.
 */
export async function withContenders(measure) {
  const kumoMta = await kumoMtaRules();
  const postalSystems = await bounceClassifier();
  return withModules(['src/probe/reply/classification'], async (folder) => {
    const { classify } = await import(pathToFileURL(join(folder, 'src/probe/reply/classification.js')).href);
    return measure([
      { name: 'mailproof', say: (reply) => ourMeaning(classify, reply) },
      ...(postalSystems === undefined ? [] : [{ name: '@postalsys/bounce-classifier', say: postalSystems }]),
      { name: "KumoMTA's rules", say: kumoMta },
    ]);
  });
}

const ours = {
  'mailbox-not-found': 'missing',
  'mailbox-disabled': 'missing',
  'mailbox-full': 'full',
};

function ourMeaning(classify, { code, text, recipient }) {
  const names = { sender: 'probe@verify.example.net', helo: 'mx1.verify.example.net' };
  const context = { stage: 'rcpt', ...names, ...(recipient === undefined ? {} : { recipient }) };
  return ours[classify({ code, lines: text.split('\n') }, context).meaning] ?? 'other';
}

const theirs = {
  InvalidRecipient: 'missing',
  InactiveMailbox: 'missing',
  QuotaIssues: 'full',
};

/** The first rule that matches the reply as one line counts, as in KumoMTA. */
async function kumoMtaRules() {
  const rows = JSON.parse(await readFile(new URL('kumomta-rules.json', import.meta.url), 'utf8'));
  const rules = rows.map(([name, pattern]) => ({ name, pattern: regularExpression(pattern) }));
  return ({ code, text }) => {
    const line = `${code} ${text.replaceAll(/\s*\n\s*/g, ' ')}`;
    return theirs[rules.find(({ pattern }) => pattern.test(line))?.name] ?? 'other';
  };
}

/** Flags in front of a pattern are of Rust's syntax. */
function regularExpression(pattern) {
  const [, flags = '', rest] = /^(?:\(\?([a-z]+)\))?(.*)$/s.exec(pattern);
  return new RegExp(rest, flags);
}

const labels = {
  user_unknown: 'missing',
  invalid_address: 'missing',
  mailbox_disabled: 'missing',
  mailbox_full: 'full',
};

/** Undefined if it is not installed: `npm install --prefix bench --no-save @postalsys/bounce-classifier`. */
async function bounceClassifier() {
  const loaded = await import('@postalsys/bounce-classifier').catch((error) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  });
  if (loaded === undefined) return undefined;
  return async ({ code, text }) => labels[(await loaded.classify(`${code} ${text}`)).label] ?? 'other';
}
