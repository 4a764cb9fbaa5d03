/** The encodings in which lists are read. `latin1` is Windows-1252, as everywhere on the web. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'latin1'] as const;

export type Encoding = (typeof encodings)[number];
