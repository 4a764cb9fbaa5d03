import { describe, expect, it } from 'vitest';
import { DisposableDomains } from '../../src/address/disposable-domains.ts';
import { exchangeNames, serviceNames } from '../../src/address/disposable-exchanges.ts';
import { freeProviders } from '../../src/address/free-providers.ts';
import { providers } from '../../src/exchange/providers.ts';

const domains = new DisposableDomains();

describe('a domain that no list has', () => {
  it.each([
    ['a mail server of a service that many domains use', 'mail.wallywatts.com'],
    ['a mail server below the domain of a listed service', 'mx.dropmail.me'],
    ['a mail server in capitals', 'SMTP.YOPMAIL.COM'],
    ['a mail server with a telling name', 'mail.temporary-mail-server.example'],
  ])('is disposable at %s', (_, exchange) => {
    expect(domains.isDisposable('fresh-name.example.net')).toBe(false);
    expect(domains.isDisposable('fresh-name.example.net', exchange)).toBe(true);
  });

  it.each([
    'aspmx.l.google.com',
    'route1.mx.cloudflare.net',
    'mx1.forwardemail.net',
    'mx1.simplelogin.co',
    'mail.anonaddy.me',
    'publicms1.mail2world.com',
    'mx156.hostedmxserver.com',
    'mail.h-email.net',
    'mx1.privateemail.com',
    'tempmail.example.org',
    'localhost',
    '',
  ])('is not at %s, which serves others', (exchange) => {
    expect(domains.isDisposable('fresh-name.example.net', exchange)).toBe(false);
  });

  it('is below a public suffix on a list, of which the list says nothing', () => {
    for (const name of ['fresh-name.edu.pl', 'fresh-name.eu.org', 'fresh-name.my.id']) {
      expect(domains.isDisposable(name)).toBe(false);
      expect(domains.isDisposable(name, 'in.mail.tm')).toBe(true);
      expect(domains.isDisposable(name, 'aspmx.l.google.com')).toBe(false);
    }
  });

  it('is not disposable at any provider that is known', () => {
    const suffixes = providers
      .flatMap((provider) => provider.suffixes)
      .map((name) => name.replaceAll('*', 'x'));
    expect(suffixes.filter((name) => domains.isDisposable('fresh-name.example.net', `mx.${name}`))).toEqual(
      [],
    );
  });
});

it('a free provider is not disposable, whatever its mail server', () => {
  expect(freeProviders.filter((name) => domains.isDisposable(name, 'mail.wallywatts.com'))).toEqual([]);
});

describe('a name that no list has', () => {
  it.each(
    `
    temp-mail.example my-tmpmail.example temporaryemail.co.uk get-temp-inbox.example mailtemp.example
    trash-mail.example 20minutesmail.example real-fakemail.example another-temp-mail.example
    mytempmailbox.example
  `
      .trim()
      .split(/\s+/),
  )('is disposable if only such services call themselves so (%s)', (name) => {
    expect(domains.isDisposable(name)).toBe(true);
  });

  it.each(
    `
    tempmail.example.org contemporary-mails.example mailtemplates.example mailtempo.example
    template-mail.example temperature.example minutemaid.example fakenews.example trashcompany.example
    throwaway.example spam-filter.example block-disposable-email.example blocktempmail.example
    nofakemail.example anti-tempmail.example stop-throwaway-email.example temp-mail-detector.example
    disposable-email-check.example fakemail-verifier.example tempemailboxes.example
  `
      .trim()
      .split(/\s+/),
  )('is not if others do, those who fight them among them, or somebody else owns the name (%s)', (name) => {
    expect(domains.isDisposable(name)).toBe(false);
  });
});

it('the services and servers that the lists lack are disposable', () => {
  const all = [...serviceNames, ...exchangeNames];
  expect(all.filter((name) => !domains.isDisposable(name))).toEqual([]);
});

describe('the corrections of the host', () => {
  const corrected = new DisposableDomains({
    add: ['Throwaway.example', 'gmail.com'],
    allow: ['mailinator.com', 'lasting.throwaway.example', 'mail.wallywatts.com'],
  });

  it('add names, with what is below them, as domains and as mail servers', () => {
    expect(corrected.isDisposable('throwaway.example')).toBe(true);
    expect(corrected.isDisposable('a.throwaway.example')).toBe(true);
    expect(corrected.isDisposable('fresh.example.net', 'mx.throwaway.example')).toBe(true);
    expect(corrected.isDisposable('gmail.com')).toBe(true);
  });

  it('allow names, whatever the lists and what is added say of those above', () => {
    expect(corrected.isDisposable('inbox.mailinator.com')).toBe(false);
    expect(corrected.isDisposable('lasting.throwaway.example')).toBe(false);
    expect(corrected.isDisposable('fresh.example.net', 'mail.wallywatts.com')).toBe(false);
    expect(corrected.isDisposable('yopmail.com')).toBe(true);
  });

  it('are domain names', () => {
    expect(() => new DisposableDomains({ add: ['not a domain'] })).toThrow(
      expect.objectContaining({ code: 'invalid_argument', parameter: 'disposable.add[0]' }),
    );
  });
});
