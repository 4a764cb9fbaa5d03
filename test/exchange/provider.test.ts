import { describe, expect, it, vi } from 'vitest';
import { providerOf } from '../../src/exchange/provider.ts';
import { providers } from '../../src/exchange/providers.ts';

describe('the provider of an exchange', () => {
  it.each([
    ['gmail-smtp-in.l.google.com', 'Gmail'],
    ['alt1.gmail-smtp-in.l.google.com', 'Gmail'],
    ['aspmx.l.google.com', 'Google Workspace'],
    ['alt4.aspmx.l.google.com', 'Google Workspace'],
    ['aspmx2.googlemail.com', 'Google Workspace'],
    ['smtp.google.com', 'Google Workspace'],
    ['example-com.mail.protection.outlook.com', 'Microsoft 365'],
    ['example-com.k-v1.mx.microsoft', 'Microsoft 365'],
    ['outlook-com.olc.protection.outlook.com', 'Outlook.com'],
    ['eur.olc.protection.outlook.com', 'Outlook.com'],
    ['mta5.am0.yahoodns.net', 'Yahoo Mail'],
    ['mx-aol.mail.gm0.yahoodns.net', 'AOL Mail'],
    ['mx01.mail.icloud.com', 'iCloud Mail'],
    ['mx.zoho.eu', 'Zoho Mail'],
    ['mail.protonmail.ch', 'Proton Mail'],
    ['in1-smtp.messagingengine.com', 'Fastmail'],
    ['mx00.emig.gmx.net', 'GMX'],
    ['mx-ha02.web.de', 'web.de'],
    ['mx00.mail.com', 'mail.com'],
    ['mx00.t-online.de', 'T-Online'],
    ['mxs.mail.ru', 'Mail.ru'],
    ['mx.yandex.net', 'Yandex Mail'],
    ['mx3.qq.com', 'QQ Mail'],
    ['mxbiz1.qq.com', 'Tencent Exmail'],
    ['mx00.ionos.co.uk', 'IONOS'],
    ['inbound-smtp.eu-west-1.amazonaws.com', 'Amazon'],
    ['route2.mx.cloudflare.net', 'Cloudflare Email Routing'],
    ['mx0a-00000001.pphosted.com', 'Proofpoint'],
    ['mx1-us1.ppe-hosted.com', 'Proofpoint'],
    ['eu-smtp-inbound-1.mimecast.com', 'Mimecast'],
    ['d000001.a.ess.de.barracudanetworks.com', 'Barracuda'],
    ['mx1.hc0000-00.eu.iphmx.com', 'Cisco Secure Email'],
    ['cluster1.eu.messagelabs.com', 'Broadcom Email Security'],
    ['bakery.in.tmes-sg.trendmicro.com', 'Trend Micro Email Security'],
    ['bakery.in.tmes.trendmicro.eu', 'Trend Micro Email Security'],
    ['fallbackmx.spamexperts.eu', 'SpamExperts'],
    ['bakery.mx1.zixsmbhosted.com', 'AppRiver'],
    ['mx3.feishu.cn', 'Lark (Feishu)'],
    ['mx2.larksuite.com', 'Lark (Feishu)'],
    ['mx2.beget.com', 'Beget'],
    ['mx2.timeweb.ru', 'Timeweb'],
    ['mx01.1and1.es', 'IONOS'],
    ['us2.mx1.mailhostbox.com', 'Mailhostbox'],
    ['mx.so-net.ne.jp', 'So-net'],
    ['cxr.mx.a.cloudfilter.net', 'Cox'],
    ['server40.appriver.com', 'AppRiver'],
    ['mx2.spaceweb.ru', 'SpaceWeb'],
    ['mx1.hiworks.co.kr', 'hiworks'],
    ['mx01.nicmail.ru', 'RU-CENTER'],
    ['mx.ptmail.sapo.pt', 'SAPO Mail'],
  ])('of %s is %s', (host, name) => {
    expect(providerOf(host)?.name).toBe(name);
  });

  it('is found by the first host that is asked about, whichever that is', async () => {
    for (const [host, id] of [
      ['inbound-smtp.eu-west-1.amazonaws.com', 'amazon'],
      ['aspmx.l.google.com', 'google-workspace'],
      ['inbound-smtp.eu.west.amazonaws.com', undefined],
    ] as const) {
      vi.resetModules();
      const fresh = await import('../../src/exchange/provider.ts');
      expect(fresh.providerOf(host)?.id).toBe(id);
    }
  });

  it('is found regardless of case and a trailing dot', () => {
    expect(providerOf('ASPMX.L.Google.COM.')?.id).toBe('google-workspace');
  });

  it.each([
    'mail.example.com',
    'notgoogle.com',
    'google.com.example.org',
    'mx.fakemail.ru.example.net',
    'protection.outlook.com',
    'smtp.eu-west-1.amazonaws.com',
    'inbound-smtp.amazonaws.com',
    'inbound-smtp.eu.west.amazonaws.com',
    'com',
    '',
    '.',
    'constructor',
    // A line at home
    'p1234.tkyoac00.ap.so-net.ne.jp',
  ])('is unknown for %s', (host) => {
    expect(providerOf(host)).toBeUndefined();
  });
});

describe('the providers', () => {
  it('have unique ids, names and suffixes', () => {
    const suffixes = providers.flatMap((provider) => provider.suffixes);
    expect(new Set(providers.map(({ id }) => id)).size).toBe(providers.length);
    expect(new Set(providers.map(({ name }) => name)).size).toBe(providers.length);
    expect(new Set(suffixes).size).toBe(suffixes.length);
    expect(providers.filter(({ id }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
    expect(suffixes.filter((suffix) => !/^([a-z0-9-]+|\*)(\.[a-z0-9-]+|\.\*)+$/.test(suffix))).toEqual([]);
  });

  it('include four secure email gateways', () => {
    const gateways = providers.filter((provider) => provider.gateway);
    expect(gateways.map(({ id }) => id).sort()).toEqual(['barracuda', 'cisco', 'mimecast', 'proofpoint']);
  });

  it('are limited to one recipient per transaction at Google, Microsoft and Yahoo', () => {
    const single = providers.filter((provider) => provider.recipientsPerTransaction === 1);
    expect(single.map(({ id }) => id).sort()).toEqual(
      'aol gmail google-workspace microsoft-365 outlook-com yahoo'.split(' '),
    );
  });

  it('accept every recipient only at Yahoo and AOL', () => {
    const accepting = providers.filter((provider) => provider.acceptsEverything);
    expect(accepting.map(({ id }) => id).sort()).toEqual(['aol', 'yahoo']);
  });
});
