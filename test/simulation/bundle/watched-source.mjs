/** A field of a class that holds an empty map or set, as the formatter writes it. */
const field = /^( {2}(?:readonly )?(#?\w+)(?:: [^=;\n]+)? = )new (Map|Set)\b(?:<.*>)?\(\);$/gm;
/** A field of a class that holds any. */
const anyField = /^ {2}(?:static )?(?:readonly \w+|(?:readonly )?#\w+)[^=;(]*=[^=;]*\bnew (?:Map|Set)\b/gm;

/**
 * Replaces the maps and sets in fields of classes by those that are watched, whose place is the file and the name of the
 * field. `watchedMaps` is what the text imports them from. Throws if there is one that it cannot replace.
 */
export function withWatchedMaps(path, text, watchedMaps) {
  const places = placesOf(path, text);
  if (places.length === 0) return text;
  const changed = text.replace(
    field,
    (_, declared, name, kind) => `${declared}new Watched${kind}('${path} ${name}');`,
  );
  // On the first line, so that the others keep their numbers.
  return `import { WatchedMap, WatchedSet } from '${watchedMaps}'; ${changed}`;
}

/** Returns the place of each map and set in a field of a class. */
export function placesOf(path, text) {
  const found = [...text.matchAll(field)];
  if ([...text.matchAll(anyField)].length !== found.length)
    throw new Error(
      `${path} has a map in a field of a class that does not begin empty: it cannot be watched.`,
    );
  return found.map(([, , name]) => `${path} ${name}`);
}
