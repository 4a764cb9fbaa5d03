import fc from 'fast-check';
import { parse } from 'tldts';
import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../../adapters/sandbox/demo/seeded-random.ts';
import { neverDisposable, sharedSuffixes } from '../../../src/address/disposable-allowlist.ts';
import { DisposableDomains } from '../../../src/address/disposable-domains.ts';
import { broadNames, curatedNames } from '../../../src/address/disposable-names.ts';
import { parseDomain } from '../../../src/address/domain.ts';
import { freeProviders } from '../../../src/address/free-providers.ts';
import { parseMailbox } from '../../../src/address/mailbox.ts';
import { coinedNames, commonDomains } from '../../../src/address/suggestion/common-domains.ts';
import { isKnownSuffix } from '../../../src/address/suggestion/known-suffixes.ts';
import { realLookalikes } from '../../../src/address/suggestion/likely-domain.ts';
import { suggest } from '../../../src/address/suggestion/suggestion.ts';
import { filesIn, textOf } from '../../house/repository-files.ts';
import { forAll } from '../../support/values/for-all.ts';
import { madeUpCompany, typoOf } from './made-up.ts';

const domainFor = (domain: string) => suggest(`ann@${domain}`)?.domain;

/** What is meant, and how it was typed. */
const typos = `
  gmail.com: gmial.com; gmale.com; g-mail.com; gemail.com; gmail.com.com; gamil.com; gmai.com
  gmail.com: gmaill.com; gnail.com; gmail.con; gmail.co; gmail.cm; gmail.de; gmail; gmailcom
  gmail.com: gmail,com; gmail. com; gmail..com; gmail.com.; GMIAL.COM; gmil.con
  hotmail.com: hotmale.com; hotmial.com
  outlook.com: outluk.com; outlok.com; outlock.com
  icloud.com: iclowd.com; iclod.com; icould.com; iclould.com; iclound.com
  comcast.net: comkast.net; comcast.ne
  yahoo.com: yahoo.comcom; yaho.com; yahooo.com
  hotmail.fr: hotmai.fr
  hotmail.co.uk: hotmail.couk
  yahoo.fr: yahoo.fe
  yahoo.com.br: yahoocom.br
  aol.com: aool.com
  gmx.de: gmx.dee
  web.de: wbe.de
  t-online.de: t-onlin.de
  laposte.net: laposte.nte
  yandex.ru: yandeks.ru
  virgilio.it: vergilio.it
  sympatico.ca: simpatico.ca
`
  .trim()
  .split(/\n\s*/)
  .flatMap((line) => {
    const [meant = '', typed = ''] = line.split(': ');
    return typed.split('; ').map((each) => [each, meant] as const);
  });

describe('a typo', () => {
  it.each(typos)('%s is taken for %s', (typed, meant) => {
    expect(domainFor(typed)).toBe(meant);
  });

  it('keeps the local part as it is', () => {
    expect(suggest(' Ann.B+news@gmial.com ')).toEqual({ email: 'Ann.B+news@gmail.com', domain: 'gmail.com' });
    expect(suggest('"a@b"@gmial.com')?.email).toBe('"a@b"@gmail.com');
  });

  it('is found in at least 95 of 100 cases', () => {
    const seed = 20_261_123;
    const random = new SeededRandom(seed);
    const taken = new Set([...freeProviders, ...realLookalikes]);
    // Somebody else has every name of two letters.
    const isSomebodyElse = (typed: string) => taken.has(typed) || /^..?\./.test(typed);
    const missed: string[] = [];
    for (let count = 0; count < 2_000; count += 1) {
      const meant = commonDomains[count % commonDomains.length] ?? '';
      let typed: string;
      do typed = typoOf(meant, random);
      while (isSomebodyElse(typed) && parse(typed).isIcann === true && parseDomain(typed).kind === 'domain');
      if (domainFor(typed) !== meant) missed.push(`${typed} (${meant})`);
    }
    console.log(`seed ${seed}: ${2_000 - missed.length} of 2,000 typos found`);
    expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(100);
  });
});

describe('the known suffixes', () => {
  const isPublic = (name: string) => {
    const { publicSuffix, isIcann } = parse(name, { extractHostname: false });
    return isIcann === true && publicSuffix === name;
  };

  it('are public suffixes, and all countries are among them, also below com, co and net', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    // Below some countries, any name is a suffix.
    const countries = letters
      .flatMap((one) => letters.map((other) => one + other))
      .filter((country) => !isPublic(`anything.${country}`));
    const names = countries.flatMap((country) => [
      country,
      ...['com', 'co', 'net'].map((kind) => `${kind}.${country}`),
    ]);
    expect(names.filter((name) => isKnownSuffix(name) && !isPublic(name))).toEqual([]);
    const unknown = names.filter((name) => isPublic(name) && !isKnownSuffix(name));
    expect(unknown.filter((name) => domainFor(`gmail.${name}`) !== 'gmail.com')).toEqual([]);
  });

  it.each(['org', 'info', 'community', 'network', 'museum', 'k12.tx.us'])(
    'tell gmail.%s from a slip',
    (suffix) => {
      expect(isPublic(suffix)).toBe(true);
      expect(domainFor(`gmail.${suffix}`)).toBe(suffix === 'org' ? 'gmail.com' : undefined);
    },
  );
});

describe('nothing is suggested for', () => {
  const suggested = (domains: readonly string[]) =>
    domains.filter((domain) => domainFor(domain) !== undefined);

  it('the common domains themselves', () => {
    expect(suggested(commonDomains)).toEqual([]);
  });

  it('free providers', () => {
    expect(suggested(freeProviders)).toEqual([]);
  });

  it.each('gould.com cloud.it outdoor.com lockout.com yandle.ru virginia.it ski.net gil.co'.split(' '))(
    'a word that sounds like a part of one (%s)',
    (typed) => {
      expect(domainFor(typed)).toBeUndefined();
    },
  );

  it('real domains that look like typos', () => {
    expect(suggested([...realLookalikes, ...neverDisposable, ...sharedSuffixes])).toEqual([]);
  });

  it('disposable domains', () => {
    const domains = new DisposableDomains();
    const disposable = [...curatedNames(), ...broadNames()].filter((name) => domains.isDisposable(name));
    expect(disposable.length).toBeGreaterThan(100_000);
    // An eighth of them, another one in each run.
    const first = Date.now() % 8;
    expect(suggested(disposable.filter((_, index) => index % 8 === first))).toEqual([]);
  });

  it('the domains that the tests use', () => {
    const texts = filesIn('test', 'contract', 'adapters/sandbox').filter(
      // Some name typos on purpose.
      (path) => !path.startsWith('test/address') && !/suggest|signup/.test(path),
    );
    const named = texts.flatMap(
      (path) => textOf(path).match(/(?<=['"`@ ])[a-z\d-]+(\.[a-z\d-]+)+(?=['"`,>) ])/g) ?? [],
    );
    const domains = new Set(named.filter((name) => parseDomain(name).kind === 'domain'));
    expect(domains.size).toBeGreaterThan(300);
    // The typo that stands for all of them, wherever a suggestion is tested.
    domains.delete('gmial.com');
    expect(suggested([...domains])).toEqual([]);
  });

  it.each([20_261_123, 1, 2])('5,000 made-up companies, seed %i', (seed) => {
    const random = new SeededRandom(seed);
    const companies = Array.from({ length: 5_000 }, () => madeUpCompany(random));
    expect(suggested(companies)).toEqual([]);
  });

  it.each([
    ...'google.com microsoft.com apple.com orange.com verizon.com comcast.com skype.com'.split(' '),
    ...'mail.gmail.com example.com example.org localhost gmail.constructor __proto__ bücher.de'.split(' '),
  ])('%s', (domain) => {
    expect(domainFor(domain)).toBeUndefined();
  });

  it.each(['', '@', 'ann', '@gmial.com', 'ann@', 'ann@.', 'ann@,', `ann@${'gmial'.repeat(100)}.com`])(
    'the text "%s"',
    (text) => {
      expect(suggest(text)).toBeUndefined();
    },
  );
});

describe('a suggestion', () => {
  it.each([
    'a b@gmial.com',
    ...'ann@@gmial.com ann@@gmail.com ann@work@gmial.com @@gmial.com .ann@gmial.com'.split(' '),
    ...'ann..b@gmial.com a"b@gmial.com'.split(' '),
    'Ann <ann@gmial.com',
    '\u001b[2Jann@gmial.com',
    '\ud800@gmial.com',
    `${'a'.repeat(65)}@gmial.com`,
  ])('is not made for %j, which would be no address with another domain either', (typed) => {
    expect(suggest(typed)).toBeUndefined();
  });

  it('is always a valid address', () => {
    const domain = fc.constantFrom('gmial.com', 'gmail,com', 'hotmial.com', '@gmail.com');
    forAll(fc.oneof(fc.string(), fc.emailAddress()), domain, (local, typed) => {
      const found = suggest(`${local}@${typed}`);
      if (found !== undefined) expect(parseMailbox(found.email).kind).toBe('mailbox');
    });
  });

  it('is always another domain, for which nothing is suggested', () => {
    const near = fc
      .tuple(fc.constantFrom(...commonDomains), fc.nat(), fc.string({ maxLength: 3 }), fc.nat(3))
      .map(([domain, position, inserted, removed]) => {
        const at = position % (domain.length + 1);
        return domain.slice(0, at) + inserted + domain.slice(at + removed);
      });
    forAll(fc.oneof(near, fc.string(), fc.domain()), (typed) => {
      const found = suggest(`ann@${typed}`);
      if (found === undefined) return;
      expect(commonDomains).toContain(found.domain);
      expect(found.domain).not.toBe(typed);
      expect(suggest(found.email)).toBeUndefined();
    });
  });

  it('does not depend on the local part, nor on case', () => {
    const localPart = fc.stringMatching(/^[a-z\d+-]{1,10}(\.[a-z\d+-]{1,10})?$/);
    forAll(localPart, fc.constantFrom(...commonDomains), fc.nat(), (local, domain, seed) => {
      const typed = typoOf(domain, new SeededRandom(seed));
      expect(suggest(`${local}@${typed.toUpperCase()}`)?.domain).toBe(domainFor(typed));
    });
  });

  it('needs a string', () => {
    expect(() => suggest(undefined as unknown as string)).toThrow(/email must be a string/);
  });
});

describe('the data', () => {
  it('names a hundred common domains, all of them free', () => {
    expect(new Set(commonDomains).size).toBe(100);
    expect(commonDomains.filter((domain) => !freeProviders.includes(domain))).toEqual([]);
  });

  it('has only names of common domains among the coined ones', () => {
    const names = new Set(commonDomains.map((domain) => domain.split('.')[0]));
    expect(coinedNames.filter((name) => !names.has(name))).toEqual([]);
  });

  it('has each lookalike once, and none that is a free provider', () => {
    expect(new Set(realLookalikes).size).toBe(realLookalikes.length);
    expect(realLookalikes.filter((domain) => freeProviders.includes(domain))).toEqual([]);
  });
});
