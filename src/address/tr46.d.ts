/** The part of tr46 6 that is used here; the package carries no types of its own. */
declare module 'tr46' {
  /** Flags of Unicode Technical Standard #46, section 4; every one of them is false by default. */
  interface Tr46Options {
    readonly checkHyphens?: boolean;
    readonly checkBidi?: boolean;
    readonly checkJoiners?: boolean;
    readonly useSTD3ASCIIRules?: boolean;
    readonly verifyDNSLength?: boolean;
    readonly transitionalProcessing?: boolean;
    readonly ignoreInvalidPunycode?: boolean;
  }
  const tr46: {
    /** The domain in A-labels, or null where the processing found an error. */
    toASCII(domain: string, options?: Tr46Options): string | null;
    /** For tests: the domain after the mapping. */
    toUnicode(domain: string): { readonly domain: string; readonly error: boolean };
  };
  export default tr46;
}
