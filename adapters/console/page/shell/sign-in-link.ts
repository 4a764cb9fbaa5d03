const linkHash = /#\/sign-in\/([\w-]+)$/;

/**
 * Returns the secret of a sign-in link that was opened, and removes it from the address bar and from the history; undefined
 * if the address has none. `replacement` is the hash that takes its place.
 */
export function takeSignInSecret(replacement: string): string | undefined {
  const secret = secretIn(location.hash);
  if (secret !== undefined) history.replaceState(null, '', replacement);
  return secret;
}

/** Returns the secret in the text of a link, or in its hash; undefined if there is none. */
export function secretIn(link: string): string | undefined {
  return linkHash.exec(link.trim())?.[1];
}
