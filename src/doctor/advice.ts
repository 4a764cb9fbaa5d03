/** Splits the message of an error, which says what is wrong in its first sentence, and then what to do. */
export function adviceOf(
  { message }: Error,
  otherwise: string,
): { readonly summary: string; readonly advice: string } {
  const [, summary = message, advice = otherwise] = /^(.*?\.) (.*)$/s.exec(message) ?? [];
  return { summary, advice };
}
