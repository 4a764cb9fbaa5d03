import { selfSignedCertificate } from '../../../adapters/sandbox/smtp/certificate.ts';
import { freePort } from '../../support/closed-port.ts';
import type { Daemon } from './daemon.ts';
import { addressOf, domain, hostName, type ServerSettings, tableOf } from './mail-server.ts';
import { ServerRoot } from './server-root.ts';

const exim = 901;

/**
 * Starts Exim with the checks of the configuration that it is delivered with, but for that of the sender's domain, which needs
 * DNS on port 53. No limit is set but those asked for: `smtp_accept_max_nonmail` is 10.
 */
export async function startExim(settings: ServerSettings): Promise<Daemon> {
  const { names, aliases = {}, full = [], disabled = [] } = settings.mailboxes;
  const port = await freePort();
  const root = await ServerRoot.create();
  const { key, cert } = selfSignedCertificate(hostName);
  await root.write('/etc/exim4/exim4.conf', configuration(port, settings));
  await root.write('/etc/exim4/key.pem', key, { user: exim, mode: 0o600 });
  await root.write('/etc/exim4/certificate.pem', cert);
  await root.write(
    '/etc/exim4/mailboxes',
    tableOf(names, (name) => `${name}:`),
  );
  await root.write(
    '/etc/exim4/aliases',
    tableOf(Object.keys(aliases), (alias) => `${alias}: ${addressOf(aliases[alias] ?? '')}`) +
      tableOf(full, (name) => `${name}: :defer: mailbox is full`) +
      tableOf(disabled, (name) => `${name}: :fail: account disabled`),
  );
  await root.createFolder('/var/spool/exim4', { user: exim });
  await root.createFolder('/var/log/exim4', { user: exim });
  return root.start({ command: ['/usr/sbin/exim4', '-bdf', '-oP', '/var/run/exim.pid'], port });
}

function configuration(port: number, settings: ServerSettings): string {
  const { tls = true, recipientLimit, tarpitSeconds } = settings;
  const delay = tarpitSeconds === undefined ? '' : `delay = ${tarpitSeconds}s`;
  return `
primary_hostname = ${hostName}
domainlist local_domains = ${domain}
daemon_smtp_ports = ${port}
local_interfaces = 127.0.0.1
keep_environment =
never_users = root
log_selector = +smtp_connection +smtp_no_mail +smtp_protocol_error
acl_smtp_rcpt = acl_check_rcpt
acl_smtp_data = deny
${tls ? 'tls_certificate = /etc/exim4/certificate.pem\ntls_privatekey = /etc/exim4/key.pem' : 'tls_advertise_hosts ='}
${recipientLimit === undefined ? '' : `recipients_max = ${recipientLimit}`}

begin acl
acl_check_rcpt:
  deny message = Restricted characters in address
       domains = +local_domains
       local_parts = ^[.] : ^.*[@%!/|]
  ${delay === '' ? '' : `warn ${delay}`}
  accept local_parts = postmaster
         domains = +local_domains
  require message = relay not permitted
          domains = +local_domains
  require verify = recipient
  accept

begin routers
aliases:
  driver = redirect
  allow_fail
  allow_defer
  domains = +local_domains
  data = \${lookup{$local_part}lsearch{/etc/exim4/aliases}}
mailboxes:
  driver = accept
  domains = +local_domains
  local_parts = lsearch;/etc/exim4/mailboxes
  transport = delivery

begin transports
delivery:
  driver = appendfile
  directory = /var/mail/$local_part
  maildir_format
  user = mailbox
`;
}
