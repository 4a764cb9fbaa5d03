import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statedAddress } from '../../src/doctor/address-seen.ts';
import { blockListOf, defaultBlockListZones } from '../../src/doctor/block-lists.ts';
import { statedTime } from '../../src/doctor/clock-check.ts';
import { genericPartOf } from '../../src/doctor/reverse-name.ts';
import { forAll } from '../support/values/for-all.ts';

const reply = (...lines: string[]) => ({ code: 250, lines });

describe('the address that an exchange states in its reply to EHLO', () => {
  it.each([
    ['mx.google.com at your service, [203.0.113.5]', '203.0.113.5'],
    ['mx.google.com at your service, [2001:db8::5]', '2001:db8::5'],
    ['DB5PEPF00014B8A.mail.protection.outlook.com Hello [203.0.113.5]', '203.0.113.5'],
    ['mail.example.org Hello probe.example.net [203.0.113.5]', '203.0.113.5'],
    ['mail.example.org Hello probe.example.net [IPv6:2001:db8::5], pleased to meet you', '2001:db8::5'],
    ['mail.example.org Hello probe.example.net (203.0.113.5)', '203.0.113.5'],
    ['mail.example.org Hello [192.0.2.1] [203.0.113.5]', '203.0.113.5'],
    ['mail.example.org', undefined],
    ['mail.example.org Hello probe.example.net', undefined],
    ['mail.example.org 203.0.113.5', undefined],
    ['mail.example.org [999.0.0.1] (build 4.96)', undefined],
  ])('in "%s" is %s', (line, address) => {
    expect(statedAddress(reply(line, 'SIZE 35882577 [192.0.2.9]'))).toBe(address);
  });

  it('is missing in a reply without lines', () => {
    expect(statedAddress(reply())).toBeUndefined();
  });
});

describe('the time that an exchange states in its greeting', () => {
  it.each([
    [
      'mx.example.org Microsoft ESMTP MAIL Service ready at Tue, 4 Mar 2025 09:12:44 +0000',
      '2025-03-04T09:12:44Z',
    ],
    ['mx.example.org ESMTP Exim 4.96 Tue, 04 Mar 2025 09:12:44 +0130', '2025-03-04T07:42:44Z'],
    ['mx.example.org ESMTP Sendmail; Tue, 4 Mar 2025 01:12:44 -0800 (PST)', '2025-03-04T09:12:44Z'],
    ['mx.example.org ESMTP; Sat, 29 Feb 2020 23:59:60 GMT', '2020-03-01T00:00:00Z'],
    ['mx.example.org ESMTP; 1 Jan 1970 00:00 UT', '1970-01-01T00:00:00Z'],
  ])('in "%s" is %s', (line, time) => {
    expect(statedTime({ code: 220, lines: [line] })).toBe(Date.parse(time));
  });

  it.each([
    'mx.example.org ESMTP Postfix',
    'ready March 4, 2025 1:12:44 AM PST',
    '4 Mrz 2025 09:12:44 +0000',
  ])('is missing in "%s"', (line) => {
    expect(statedTime({ code: 220, lines: [line] })).toBeUndefined();
  });

  it('is right on every day', () => {
    const seconds = fc.integer({ min: 0, max: 4_102_444_799 });
    forAll(seconds, (second) => {
      const line = `mx.example.org ESMTP; ${new Date(second * 1_000).toUTCString()}`;
      expect(statedTime({ code: 220, lines: [line] })).toBe(second * 1_000);
    });
  });
});

describe('a name that looks as if it was given automatically', () => {
  it.each([
    ['203-0-113-5.example.net', '203.0.113.5', '203-0-113-5'],
    ['static.5.113.0.203.clients.example.net', '203.0.113.5', '5.113.0.203'],
    ['host203.000.113.005.example.net', '203.0.113.5', '203.000.113.005'],
    ['h203000113005.example.net', '203.0.113.5', '203000113005'],
    ['cb007105.example.net', '203.0.113.5', 'cb007105'],
    ['ec2-203-0-113-5.compute-1.amazonaws.com', '203.0.113.5', '203-0-113-5'],
    ['vps-1a2b3c4d.vps.ovh.net', '203.0.113.5', 'vps.ovh.net'],
    ['dsl-pool-7.example.net', '203.0.113.5', 'dsl'],
    ['cpe77.dynamic.example.co.uk', '203.0.113.5', 'cpe'],
    ['2001-db8--a-b-c-d.example.net', '2001:db8::a:b:c:d', 'a-b-c-d'],
    ['20010db800000000000a000b000c000d.example.net', '2001:db8::a:b:c:d', '000a000b000c000d'],
  ])('is %s of %s, for its "%s"', (name, address, part) => {
    expect(genericPartOf(name, address)).toBe(part);
  });

  it.each([
    ['probe.example.net', '203.0.113.5'],
    ['mail5.example.net', '203.0.113.5'],
    ['mx.pool.com', '203.0.113.5'],
    ['mail.cable.co.uk', '203.0.113.5'],
    ['mail.dslreports.com', '203.0.113.5'],
    ['mail.example.net', '2001:db8::25'],
  ])('is not %s of %s', (name, address) => {
    expect(genericPartOf(name, address)).toBeUndefined();
  });
});

describe('a block list', () => {
  it('is known by its zone in any case, or is one that we do not know', () => {
    expect(blockListOf('ZEN.spamhaus.org')).toMatchObject({ zone: 'zen.spamhaus.org', listing: 'failure' });
    expect(blockListOf('lists.example.org')).toMatchObject({ name: 'lists.example.org', url: null });
    expect(defaultBlockListZones).toEqual(['zen.spamhaus.org', 'bl.spamcop.net', 'psbl.surriel.com']);
  });
});
