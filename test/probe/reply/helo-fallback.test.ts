import { describe, expect, it } from 'vitest';
import { allowsHelo } from '../../../src/probe/reply/classification.ts';
import { parseReply, sessionNames } from './labelled-replies.ts';

describe('after EHLO was refused, HELO', () => {
  it.each([
    '500 5.5.1 Command unrecognized',
    '501 Syntax error',
    '502 5.5.2 Error: command not recognized',
    '504 Command parameter not implemented',
    '550',
    '550 Error',
    '550 Requested action not taken',
    '550 5.5.1',
    '550 Command not recognized',
    '550 Syntax error',
  ])('may follow %s', (wire) => {
    expect(allowsHelo(parseReply(wire), sessionNames.helo)).toBe(true);
  });

  it.each([
    '550 5.7.1 Service unavailable; Client host [192.0.2.25] blocked using zen.spamhaus.org',
    '550 5.7.1 Access denied',
    '550 5.7.1',
    '550 Access denied - Invalid HELO name (See RFC2821 4.1.1.1)',
    '550 mx1.verify.example.net is not welcome here',
    '550 Too many connections from your IP',
    '550 quelque chose de tout autre',
    '421 Service not available',
    '451 Temporary local problem',
    '503 Bad sequence of commands',
    '521 mx.example.org does not accept mail',
    '530 5.7.0 Must issue a STARTTLS command first',
    '554 5.7.1 blocked using zen.spamhaus.org',
    '554',
  ])('may not follow %s', (wire) => {
    expect(allowsHelo(parseReply(wire), sessionNames.helo)).toBe(false);
  });
});
