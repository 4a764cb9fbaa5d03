import curatedNames from 'disposable-email-domains-js/dist/dict/disposable_email_blocklist.json' with {
  type: 'json',
};
import { getPublicSuffix } from 'tldts';
import { describe, expect, it } from 'vitest';
import { neverDisposable, sharedSuffixes } from '../../src/address/disposable-allowlist.ts';
import { DisposableDomains } from '../../src/address/disposable-domains.ts';
import { broadNames } from '../../src/address/disposable-names.ts';
import { toAscii } from '../../src/address/domain.ts';
import { isFree } from '../../src/address/domain-facts.ts';
import { freeProviders } from '../../src/address/free-providers.ts';
import { suggest } from '../../src/address/suggestion/suggestion.ts';

const domains = new DisposableDomains();
const isDisposable = (domain: string) => domains.isDisposable(domain);

const isPublicSuffix = (name: string) =>
  getPublicSuffix(name, { extractHostname: false, allowPrivateDomains: true }) === name;

const isTypo = (name: string) => suggest(`ann@${name}`) !== undefined;

describe('a disposable domain', () => {
  it.each(['mailinator.com', 'yopmail.com', 'guerrillamail.com', '10minutemail.com', 'temp-mail.org'])(
    'is known: %s',
    (domain) => {
      expect(isDisposable(domain)).toBe(true);
    },
  );

  it('counts for its subdomains', () => {
    expect(isDisposable('inbox.mailinator.com')).toBe(true);
    expect(isDisposable('a.b.c.mailinator.com')).toBe(true);
  });

  it('does not count for names that only have the same ending', () => {
    expect(isDisposable('notreallymailinator.com')).toBe(false);
    expect(isDisposable('mailinator.com.example.org')).toBe(false);
  });

  it('is every name of the curated list, except for corrections', () => {
    const never = new Set<string>(neverDisposable);
    const unexpected = curatedNames.filter(
      (name) => !isDisposable(name) && !never.has(name) && !isTypo(name),
    );
    expect(unexpected).toEqual([]);
  });

  it('is almost every name of the broad list, in A-labels', () => {
    const corrected = new Set<string>([...neverDisposable, ...freeProviders, ...sharedSuffixes]);
    const unexpected = [...broadNames()].filter(
      (name) => !isDisposable(name) && !corrected.has(name) && !isPublicSuffix(name),
    );
    expect(unexpected.filter((name) => !isTypo(name))).toEqual([]);
    // The rest has to be looked through again when it grows.
    expect(unexpected.length).toBeLessThan(300);
  });

  it.each('tmail.com amail.com notmail.com foxymail.com hotmail.red rocketmail.cf ymail5.com'.split(' '))(
    'may look like a typo: %s',
    (domain) => {
      expect(isDisposable(domain)).toBe(true);
    },
  );
});

describe('a domain that is not disposable', () => {
  it.each('gmial.com hotmial.com hotmai.com gmai.com hotmil.com outllok.com mail.gmial.com'.split(' '))(
    'is the typo %s, although the lists have it',
    (domain) => {
      expect(isDisposable(domain)).toBe(false);
    },
  );

  it.each(['example.com', 'gmail.com', 'co.uk', 'com', 'mail.test'])('is %s', (domain) => {
    expect(isDisposable(domain)).toBe(false);
  });

  it.each(
    `
    privaterelay.appleid.com duck.com mozmail.com simplelogin.com aleeas.com slmail.me 8alias.com
    anonaddy.com ann.anonaddy.com addy.io
  `
      .trim()
      .split(/\s+/),
  )('is the privacy relay %s', (domain) => {
    expect(isDisposable(domain)).toBe(false);
  });

  it.each(neverDisposable)('is %s, with its subdomains', (domain) => {
    expect(isDisposable(domain)).toBe(false);
    expect(isDisposable(`mail.${domain}`)).toBe(false);
  });

  it.each(sharedSuffixes)('is %s, where anyone can register a name, with its subdomains', (suffix) => {
    expect(isDisposable(suffix)).toBe(false);
    expect(isDisposable(`not-on-any-list.${suffix}`)).toBe(false);
  });

  it('is every free provider', () => {
    expect(freeProviders.filter(isDisposable)).toEqual([]);
  });

  it('is disposable below a shared suffix only if a list contains the name itself', () => {
    const named = curatedNames.filter((name) => sharedSuffixes.some((suffix) => name.endsWith(`.${suffix}`)));
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((name) => !isDisposable(name))).toEqual([]);
  });
});

describe('a free provider', () => {
  it.each(
    `
    gmail.com googlemail.com outlook.com hotmail.co.uk live.fr msn.com yahoo.com yahoo.co.jp ymail.com
    rocketmail.com aol.com icloud.com me.com mac.com gmx.de gmx.net web.de freenet.de t-online.de
    vodafone.de arcor.de mail.com mail.ru bk.ru yandex.ru ukr.net i.ua qq.com foxmail.com 163.com
    sina.com naver.com hanmail.net rediffmail.com zohomail.com proton.me protonmail.com pm.me tuta.com
    hey.com mailbox.org riseup.net disroot.org startmail.com posteo.de fastmail.com laposte.net
    orange.fr libero.it wp.pl seznam.cz abv.bg sapo.pt uol.com.br bluewin.ch telenet.be ziggo.nl
    btinternet.com comcast.net shaw.ca bigpond.com xtra.co.nz walla.co.il privaterelay.appleid.com
  `
      .trim()
      .split(/\s+/),
  )('is known: %s', (domain) => {
    expect(isFree(domain)).toBe(true);
  });

  it.each([
    'example.com',
    'starbucks.com',
    'google.com',
    'microsoft.com',
    'mailinator.com',
    'mail.gmail.com',
    'green.ch',
    'plusnet.com',
    '',
  ])('is not %s', (domain) => {
    expect(isFree(domain)).toBe(false);
  });
});

describe('the data', () => {
  it.each([
    ['free providers', freeProviders],
    ['lasting domains', neverDisposable],
    ['shared suffixes', sharedSuffixes],
  ] as const)('names the %s once each, in lower-case A-labels', (_, names) => {
    expect(names.filter((name) => toAscii(name) !== name || !name.includes('.'))).toEqual([]);
    expect(new Set<string>(names).size).toBe(names.length);
  });
});
