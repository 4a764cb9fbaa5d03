/** Returns the text of a file of `src` with watched maps and sets in the fields of its classes. */
export function withWatchedMaps(path: string, text: string, watchedMaps: string): string;

/** Returns the place of each map and set in a field of a class: the file, and the name of the field. */
export function placesOf(path: string, text: string): readonly string[];
