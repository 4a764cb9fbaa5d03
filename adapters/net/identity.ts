import { isIPv4, isIPv6 } from 'node:net';
import { InvalidArgument } from '../../src/errors.ts';
import type { Identity } from '../../src/ports/network-ports.ts';

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** At least two labels. The last one is not all digits: that would be an IP address without brackets. */
const hostName = new RegExp(String.raw`^(?=.{1,253}$)(?:${label}\.)+(?!\d+$)${label}$`, 'i');
/** A dot-string of RFC 5321 §4.1.2 in ASCII. Not every exchange accepts another kind of sender. */
const dotString = /^(?=.{1,64}$)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/** Returns the identity. Throws InvalidArgument for `helo` or `mailFrom` if exchanges would not accept it. */
export function validateIdentity(identity: Identity): Identity {
  const { helo, mailFrom } = identity;
  if (!isHostName(helo) && !isAddressLiteral(helo)) {
    throw new InvalidArgument(
      'helo',
      'Set helo to the full host name that the address you connect from resolves to, such as probe.example.com, ' +
        'or to an address literal such as [192.0.2.1].',
    );
  }
  const sender = typeof mailFrom === 'string' ? mailFrom : '';
  const at = sender.lastIndexOf('@');
  if (sender.length > 254 || !dotString.test(sender.slice(0, at)) || !isHostName(sender.slice(at + 1))) {
    throw new InvalidArgument(
      'mailFrom',
      'Set mailFrom to a mailbox of yours in plain ASCII that accepts mail, such as probe@example.com.',
    );
  }
  return { helo, mailFrom };
}

/** Returns true for a host name of at least two labels in ASCII, without a trailing dot. */
export function isHostName(text: string): boolean {
  return typeof text === 'string' && hostName.test(text);
}

/** RFC 5321 §4.1.3. */
function isAddressLiteral(text: string): boolean {
  if (typeof text !== 'string') return false;
  const inside = /^\[(.*)\]$/.exec(text)?.[1];
  if (inside === undefined) return false;
  return isIPv4(inside) || (/^IPv6:/i.test(inside) && !inside.includes('%') && isIPv6(inside.slice(5)));
}
