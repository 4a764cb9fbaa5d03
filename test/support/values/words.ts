/** Returns the words of a text, whatever white space is between them. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
