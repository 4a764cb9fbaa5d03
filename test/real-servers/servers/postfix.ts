import { selfSignedCertificate } from '../../../adapters/sandbox/smtp/certificate.ts';
import { freePort } from '../../support/closed-port.ts';
import type { Daemon } from './daemon.ts';
import { addressOf, allNames, domain, hostName, type ServerSettings, tableOf } from './mail-server.ts';
import { ServerRoot } from './server-root.ts';

const postfix = 902;
const postdrop = 903;

/** The services that take part in answering a recipient, as in Debian's master.cf without its chroot: the root is one. */
const services = (port: number) => `
127.0.0.1:${port} inet n - n - - smtpd
cleanup   unix  n - n - 0 cleanup
qmgr      unix  n - n 300 1 qmgr
tlsmgr    unix  - - n 1000? 1 tlsmgr
rewrite   unix  - - n - - trivial-rewrite
bounce    unix  - - n - 0 bounce
defer     unix  - - n - 0 bounce
proxymap  unix  - - n - - proxymap
error     unix  - - n - - error
virtual   unix  - n n - - virtual
anvil     unix  - - n - 1 anvil
postlog   unix-dgram n - n - 1 postlogd
`;

/** Starts Postfix with Debian's settings for a domain with virtual mailboxes. No limit is set but those asked for. */
export async function startPostfix(settings: ServerSettings): Promise<Daemon> {
  const { mailboxes } = settings;
  const { aliases = {}, full = [], disabled = [] } = mailboxes;
  const port = await freePort();
  const root = await ServerRoot.create();
  const { key, cert } = selfSignedCertificate(hostName);
  await root.write('/etc/postfix/main.cf', configuration(settings));
  await root.write('/etc/postfix/master.cf', services(port));
  await root.write('/etc/postfix/key.pem', key, { mode: 0o600 });
  await root.write('/etc/postfix/certificate.pem', cert);
  await root.write('/etc/postfix/dynamicmaps.cf', '');
  await root.write(
    '/etc/postfix/mailboxes',
    tableOf(allNames(mailboxes), (name) => `${addressOf(name)} ${name}/`),
  );
  await root.write(
    '/etc/postfix/virtual',
    tableOf(Object.keys(aliases), (alias) => `${addressOf(alias)} ${addressOf(aliases[alias] ?? '')}`),
  );
  await root.write(
    '/etc/postfix/recipients',
    tableOf(full, (name) => `${addressOf(name)} 452 4.2.2 Mailbox is full`) +
      tableOf(disabled, (name) => `${addressOf(name)} 550 5.2.1 Mailbox is disabled`),
  );
  for (const queue of ['active', 'bounce', 'corrupt', 'defer', 'deferred', 'flush', 'hold', 'incoming'])
    await root.createFolder(`/var/spool/postfix/${queue}`, { user: postfix, mode: 0o700 });
  for (const folder of ['private', 'saved', 'trace'])
    await root.createFolder(`/var/spool/postfix/${folder}`, { user: postfix, mode: 0o700 });
  await root.createFolder('/var/spool/postfix/pid');
  await root.createFolder('/var/spool/postfix/public', { user: postfix, group: postdrop, mode: 0o710 });
  await root.createFolder('/var/spool/postfix/maildrop', { user: postfix, group: postdrop, mode: 0o730 });
  await root.createFolder('/var/lib/postfix', { user: postfix });
  return root.start({ command: ['/usr/lib/postfix/sbin/master', '-d', '-c', '/etc/postfix'], port });
}

function configuration({ tls = true, recipientLimit, tarpitSeconds, policyPort }: ServerSettings): string {
  const checks = [
    ...(tarpitSeconds === undefined ? [] : [`sleep ${tarpitSeconds}`]),
    'reject_unauth_destination',
    'check_recipient_access texthash:/etc/postfix/recipients',
    'reject_unlisted_recipient',
    ...(policyPort === undefined ? [] : [`check_policy_service inet:127.0.0.1:${policyPort}`]),
  ];
  return `
compatibility_level = 3.6
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
shlib_directory = /usr/lib/postfix
meta_directory = /etc/postfix
data_directory = /var/lib/postfix
queue_directory = /var/spool/postfix
mail_owner = postfix
setgid_group = postdrop
maillog_file = /var/log/postfix.log
smtpd_banner = $myhostname ESMTP $mail_name (Debian/GNU)
myhostname = ${hostName}
mydestination =
alias_maps =
# Those in the networks of the server have no limits by default, and 127.0.0.1 is one of them.
mynetworks = 192.0.2.0/24
inet_protocols = ipv4
virtual_mailbox_domains = ${domain}
virtual_mailbox_maps = texthash:/etc/postfix/mailboxes
virtual_mailbox_base = /var/mail
virtual_alias_maps = texthash:/etc/postfix/virtual
virtual_uid_maps = static:907
virtual_gid_maps = static:907
smtpd_recipient_restrictions = ${checks.join(', ')}
smtpd_tls_security_level = ${tls ? 'may' : 'none'}
smtpd_tls_cert_file = /etc/postfix/certificate.pem
smtpd_tls_key_file = /etc/postfix/key.pem
smtpd_tls_session_cache_database =
${recipientLimit === undefined ? '' : `smtpd_recipient_limit = ${recipientLimit}`}
`;
}
