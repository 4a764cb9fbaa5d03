import { addressKey, createAddressKeyFunction } from '../../../src/address/address-key.ts';
import { type Mailbox, parseMailbox } from '../../../src/address/mailbox.ts';
import { invalidAddresses, validAddresses } from '../../address/mailbox-cases.ts';
import { bytesOf, type FuzzKind, mustHold, withChoices } from '../fuzz-kind.ts';

const listKey = createAddressKeyFunction();

/** Texts to verify. They are read as UTF-8 or, if they begin with a NUL, as UTF-16, which may have half characters. */
export const addresses: FuzzKind = {
  name: 'addresses',
  corpus: [...validAddresses, ...invalidAddresses].flatMap(([input]) => [
    bytesOf(input),
    withChoices([0], Buffer.from(input, 'utf16le')),
  ]),
  dictionary: '@ " \\" . .. xn-- @example.com .com ſ K İ \u0301 。 \u200d ß'.split(' '),
  maxBytes: 2_000,
  concurrency: 64,
  async start() {
    return { run, [Symbol.asyncDispose]: async () => {} };
  },
};

function run(input: Uint8Array): string {
  const text =
    input[0] === 0 ? Buffer.from(input.subarray(1)).toString('utf16le') : Buffer.from(input).toString('utf8');
  const key = addressKey(text);
  mustHold(listKey(text) === key, () => 'lists have another key');
  const parsed = parseMailbox(text);
  if (parsed.kind === 'invalid') return `invalid ${parsed.problem}`;
  const { mailbox } = parsed;
  mustHold(mailbox.key === key, () => 'a mailbox has another key');
  mustHold(key === lowerAscii(mailbox.address), () => 'the key is not the address as sent, in lower case');
  mustHold(addressKey(key) === key, () => 'the key of the key is another one');
  mustHold(
    addressKey(swapAsciiCase(text.trim())) === key || !isAscii(text),
    () => 'another case has another key',
  );
  const again = parseMailbox(mailbox.address);
  mustHold(
    again.kind === 'mailbox' && again.mailbox.address === mailbox.address,
    () => 'its own address is another one',
  );
  mustHold(Buffer.byteLength(mailbox.address) <= 254, () => 'an address of over 254 octets');
  mustHold(Buffer.byteLength(mailbox.localPart) <= 64, () => 'a local part of over 64 octets');
  mustHold(!/\p{Cc}|\p{Surrogate}/u.test(mailbox.address), () => 'an address that cannot be sent');
  return `mailbox ${shapeOf(mailbox)}`;
}

function shapeOf({ localPart, domain, needsSmtpUtf8 }: Mailbox): string {
  return [localPart.startsWith('"'), domain.includes('xn--'), needsSmtpUtf8, domain.split('.').length].join(
    ' ',
  );
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function swapAsciiCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}
