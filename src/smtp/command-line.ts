import { InvalidArgument } from '../errors.ts';

/** Octets of a command line with its CRLF: RFC 5321 §4.5.3.1.4 has 512, and SMTPUTF8 paths may be longer. */
const maxCommandBytes = 2_048;

const encoder = new TextEncoder();

/**
 * Checks that a line can go out as one SMTP command. Throws InvalidArgument for CR, LF or NUL, which would smuggle
 * in a second command, for lone surrogates, which UTF-8 cannot carry, and for more than 2,048 octets.
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
  // No UTF-16 unit takes more than three octets of UTF-8, so only long lines need counting.
  if (line.length * 3 + 2 > maxCommandBytes && encoder.encode(line).length + 2 > maxCommandBytes) {
    throw new InvalidArgument('commands', `A command is longer than ${maxCommandBytes} octets. Shorten it.`);
  }
}

/** The octets of a group of commands, CRLF after each. Throws as `assertCommandLine` does, before anything is sent. */
export function encodeCommands(commands: readonly string[]): Uint8Array {
  for (const command of commands) assertCommandLine(command);
  return encoder.encode(commands.map((command) => `${command}\r\n`).join(''));
}
