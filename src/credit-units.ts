/** Converts integer milli-credits to credits: 99,800 is 99.8. The result prints exactly, with at most three decimals. */
export function toCredits(milliCredits: number): number {
  return milliCredits / 1_000;
}
