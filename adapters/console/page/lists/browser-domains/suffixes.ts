/** Takes the place of the package tldts in the page, which takes every suffix for one that exists. */
export function parse(): { readonly isIcann: boolean } {
  return { isIcann: true };
}
