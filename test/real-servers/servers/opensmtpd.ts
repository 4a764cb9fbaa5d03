import { selfSignedCertificate } from '../../../adapters/sandbox/smtp/certificate.ts';
import { freePort } from '../../support/closed-port.ts';
import type { Daemon } from './daemon.ts';
import { addressOf, allNames, domain, hostName, type ServerSettings, tableOf } from './mail-server.ts';
import { ServerRoot } from './server-root.ts';

/** Starts OpenSMTPD for a domain with virtual mailboxes. No limit is set but that asked for. */
export async function startOpensmtpd(settings: ServerSettings): Promise<Daemon> {
  const { mailboxes } = settings;
  const { aliases = {}, full = [], disabled = [] } = mailboxes;
  const port = await freePort();
  const root = await ServerRoot.create();
  const { key, cert } = selfSignedCertificate(hostName);
  await root.write('/etc/smtpd.conf', configuration(port, settings), { mode: 0o600 });
  await root.write('/etc/mail/key.pem', key, { mode: 0o600 });
  await root.write('/etc/mail/certificate.pem', cert);
  await root.write(
    '/etc/mail/mailboxes',
    tableOf(allNames(mailboxes), (name) => `${addressOf(name)} mailbox`) +
      tableOf(Object.keys(aliases), (alias) => `${addressOf(alias)} ${addressOf(aliases[alias] ?? '')}`),
  );
  await root.write('/etc/mail/full', tableOf(full, addressOf));
  await root.write('/etc/mail/disabled', tableOf(disabled, addressOf));
  return root.start({ command: ['/usr/sbin/smtpd', '-F'], port });
}

function configuration(port: number, { tls = false, recipientLimit }: ServerSettings): string {
  return `
table mailboxes file:/etc/mail/mailboxes
table full file:/etc/mail/full
table disabled file:/etc/mail/disabled
filter full phase rcpt-to match rcpt-to <full> reject "452 4.2.2 Mailbox full"
filter disabled phase rcpt-to match rcpt-to <disabled> reject "550 5.2.1 Mailbox disabled"
filter states chain { full, disabled }
${recipientLimit === undefined ? '' : `smtp limit max-rcpt ${recipientLimit}`}
${tls ? `pki ${hostName} cert "/etc/mail/certificate.pem"\npki ${hostName} key "/etc/mail/key.pem"` : ''}
listen on 127.0.0.1 port ${port} hostname ${hostName} ${tls ? `tls pki ${hostName}` : ''} filter states
action deliver maildir "/var/mail/%{dest.user}" virtual <mailboxes>
match from any for domain ${domain} action deliver
`;
}
