import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { classify } from '../../../src/probe/reply/classification.ts';
import type { Meaning } from '../../../src/probe/reply/meanings.ts';
import { parseReply, sessionNames } from './labelled-replies.ts';

const text = readFileSync(new URL('worded-replies.txt', import.meta.url), 'utf8');

/** Refusals in words that many servers use, written by hand and mostly before the rules could read them. */
function wordedReplies(about: 'missing' | 'disabled' | 'full' | 'domain' | 'us'): readonly string[] {
  const [, section = ''] = text.split(new RegExp(`^${about}: .*\n`, 'm'));
  const [replies = ''] = section.split(/^\S/m);
  return replies.trim().split(/\n */);
}

function meaningOf(wire: string, lines = parseReply(wire).lines): Meaning {
  const { code } = parseReply(wire);
  return classify({ code, lines }, { stage: 'rcpt', recipient: 'ann@example.org', ...sessionNames }).meaning;
}

function others(wires: readonly string[], meanings: readonly Meaning[]): readonly string[] {
  return wires.filter((wire) => !meanings.includes(meaningOf(wire)));
}

const aboutMailbox: readonly Meaning[] = ['mailbox-not-found', 'mailbox-disabled', 'mailbox-full'];

describe('in the words of many servers and languages', () => {
  it('a missing mailbox is missing', () => {
    expect(others(wordedReplies('missing'), ['mailbox-not-found'])).toEqual([]);
  });

  it('a disabled mailbox is disabled, or at least missing', () => {
    expect(others(wordedReplies('disabled'), ['mailbox-disabled', 'mailbox-not-found'])).toEqual([]);
  });

  it('a full mailbox is full', () => {
    expect(others(wordedReplies('full'), ['mailbox-full'])).toEqual([]);
  });

  it('a domain is no mailbox', () => {
    const wrong = wordedReplies('domain').filter((wire) => aboutMailbox.includes(meaningOf(wire)));
    expect(wrong).toEqual([]);
  });

  it('we, our sender, a message and a server are no mailbox', () => {
    const wrong = wordedReplies('us').filter((wire) => aboutMailbox.includes(meaningOf(wire)));
    expect(wrong).toEqual([]);
  });
});

/** Text in a code page, as the parser of replies passes it on: a character for each byte. */
function hex(text: string): readonly string[] {
  return [Buffer.from(text, 'hex').toString('latin1')];
}

describe('words in a code page', () => {
  it.each([
    ['ISO 8859-1', 'Empfänger unbekannt', '456d7066e46e67657220756e62656b616e6e74', 'mailbox-not-found'],
    [
      'Windows-1251',
      'Пользователь не найден',
      'cfeeebfce7eee2e0f2e5ebfc20ede520ede0e9e4e5ed',
      'mailbox-not-found',
    ],
    ['KOI8-R', 'Ящик переполнен', 'f1ddc9cb20d0c5d2c5d0cfcccec5ce', 'mailbox-full'],
    ['GBK', '用户不存在', 'd3c3bba7b2bbb4e6d4da', 'mailbox-not-found'],
    ['GBK', '邮箱已满', 'd3cacfe4d2d1c2fa', 'mailbox-full'],
    [
      'Shift-JIS',
      'ユーザーが存在しません',
      '8386815b8355815b82aa91b68ddd82b582dc82b982f1',
      'mailbox-not-found',
    ],
    ['EUC-JP', '宛先が存在しません', 'b0b8c0e8a4acc2b8badfa4b7a4dea4bba4f3', 'mailbox-not-found'],
    [
      'ISO-2022-JP',
      '宛先が存在しません',
      '1b244230384068242c42383a5f2437245e243b24731b2842',
      'mailbox-not-found',
    ],
    [
      'EUC-KR',
      '존재하지 않는 사용자입니다',
      'c1b8c0e7c7cfc1f620becab4c220bbe7bfebc0dac0d4b4cfb4d9',
      'mailbox-not-found',
    ],
    ['Big5', '使用者不存在', 'a8cfa5ceaacca4a3a673a662', 'mailbox-not-found'],
    ['ISO 8859-2', 'Schránka neexistuje', '53636872e16e6b61206e656578697374756a65', 'mailbox-not-found'],
    [
      'Windows-1250',
      'Skrzynka została usunięta',
      '536b727a796e6b61207a6f737461b361207573756e69ea7461',
      'mailbox-disabled',
    ],
    ['Windows-1254', 'Kullanıcı bulunamadı', '4b756c6c616efd63fd2062756c756e616d6164fd', 'mailbox-not-found'],
    [
      'Windows-1251',
      'Ваш адрес заблокирован',
      'c2e0f820e0e4f0e5f120e7e0e1ebeeeae8f0eee2e0ed',
      'policy-refused',
    ],
    ['KOI8-R', 'Отправитель не найден', 'efd4d0d2c1d7c9d4c5ccd820cec520cec1cac4c5ce', 'sender-refused'],
    ['GBK', '发件人不存在', 'b7a2bcfec8cbb2bbb4e6d4da', 'sender-refused'],
    ['KOI8-R', 'Домен не найден', 'e4cfcdc5ce20cec520cec1cac4c5ce', 'not-responsible'],
  ] as const)('of %s are read: %s', (_charset, _text, bytes, meaning) => {
    expect(meaningOf('550', hex(bytes))).toBe(meaning);
  });

  it('that cannot be decoded are no refusal without words', () => {
    const reply = { code: 550, lines: hex('81ff8dfe') };
    expect(classify(reply, { stage: 'rcpt', ...sessionNames })).toEqual({
      meaning: 'policy-refused',
      certainty: 'weak',
    });
  });
});
