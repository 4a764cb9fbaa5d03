import { InvalidArgument } from '../errors.ts';

/** Includes the CRLF. RFC 5321 §4.5.3.1.4 allows 512; paths with SMTPUTF8 may be longer. */
const maxCommandBytes = 2_048;

const encoder = new TextEncoder();

/**
 * Checks that a line can be sent as one SMTP command. Throws InvalidArgument for CR, LF or NUL, which could smuggle
 * in a second command, for lone surrogates, which UTF-8 cannot encode, and for more than 2,048 octets.
 */
function assertCommandLine(line: string): void {
  if (/[\r\n\0]/.test(line)) {
    throw new InvalidArgument(
      'commands',
      'A command holds CR, LF or NUL. Pass each command as a line of its own.',
    );
  }
  if (/\p{Surrogate}/u.test(line)) {
    throw new InvalidArgument(
      'commands',
      'A command holds half a character (a lone surrogate). Pass whole text.',
    );
  }
  // A UTF-16 unit takes at most three octets of UTF-8, so short lines need not be encoded to be measured.
  if (line.length * 3 + 2 > maxCommandBytes && encoder.encode(line).length + 2 > maxCommandBytes) {
    throw new InvalidArgument('commands', `A command is longer than ${maxCommandBytes} octets. Shorten it.`);
  }
}

/** Encodes a group of commands, each with CRLF. Throws InvalidArgument if one of them is not a command line. */
export function encodeCommands(commands: readonly string[]): Uint8Array {
  for (const command of commands) assertCommandLine(command);
  return encoder.encode(commands.map((command) => `${command}\r\n`).join(''));
}
