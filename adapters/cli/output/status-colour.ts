import type { Status } from '../../../src/resources.ts';

/** Foreground colours (ECMA-48, select graphic rendition): green, yellow, red, cyan. */
const colourOf = { safe: 32, risky: 33, invalid: 31, unknown: 36 } as const satisfies Record<Status, number>;

/** Returns the text in the colour of a status, or unchanged if `colour` is false. */
export function inStatusColour(text: string, status: Status, colour: boolean): string {
  return colour ? `\u001b[${colourOf[status]}m${text}\u001b[39m` : text;
}
