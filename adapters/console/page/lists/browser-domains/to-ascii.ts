/** Takes the place of the package tr46 in the page: browsers have the same algorithm for the hosts of URLs. */
const browserDomains = {
  /** Returns the domain in A-labels, or null if it is none. */
  toASCII(text: string): string | null {
    if (/[/?#@:\\[\]%]/.test(text)) return null;
    try {
      return new URL(`http://${text}`).hostname;
    } catch {
      return null;
    }
  },
};

export default browserDomains;
