/** Packs names in lower-case A-labels for `PackedNames`. Throws an Error for any other name, or one without a dot. */
export function packNames(names: Iterable<string>): string;
