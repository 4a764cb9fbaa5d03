import { describe, expect, it } from 'vitest';
import { examineBlockList, judgeList } from '../../src/doctor/block-list-check.ts';
import { blockListOf } from '../../src/doctor/block-lists.ts';
import type { Dns } from '../../src/ports/index.ts';

/** Repeats the name in each answer, as resolvers do that send something else. */
const repeatingDns = {
  a: (name: string) =>
    Promise.resolve({
      kind: 'failure',
      reason: 'malformed',
      detail: `an answer about ${name.toUpperCase()}`,
    }),
} as unknown as Dns;
const egress = { egress: 'one', address: '192.0.2.25' };

describe('the key of a customer', () => {
  it.each([
    ['s3cretkey.zen.dq.spamhaus.net', 'zen.dq.spamhaus.net'],
    ['S3cretkey.Authbl.DQ.spamhaus.net', 'authbl.dq.spamhaus.net'],
    ['s3cretkey.combined.mail.abusix.zone', 'combined.mail.abusix.zone'],
    ['s3cretkey.combined.mail.abusix.zone.', 'combined.mail.abusix.zone'],
  ])('in %s is shown neither as the name of the list nor in what a resolver says', async (zone, name) => {
    const signal = new AbortController().signal;
    const list = blockListOf(zone);
    const judged = await judgeList(list, repeatingDns, signal);
    for (const each of [judged, { list, problem: undefined }]) {
      const finding = await examineBlockList(egress, each, repeatingDns, signal);
      expect(finding).toMatchObject({
        list: name,
        listed: null,
        summary: expect.stringContaining(`on the block list ${name} cannot be told`),
      });
      expect(finding.summary).toMatch(/an answer about [\d.]+\.[a-z.]+\)/);
      expect(JSON.stringify(finding).toLowerCase()).not.toContain('s3cretkey');
    }
  });

  it('is not looked for in the zones of others', () => {
    for (const zone of ['lists.example.org', 'dq.spamhaus.net', 'dq.spamhaus.net.example.org'])
      expect(blockListOf(zone).name).toBe(zone);
  });
});
