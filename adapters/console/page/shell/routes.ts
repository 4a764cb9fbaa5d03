import type { Session } from '../api/resources.ts';

/** The pages of an account and those of the operator, in the order of the navigation. */
export const pagesOf = {
  account: ['overview', 'lists', 'jobs', 'verify', 'people', 'keys', 'usage'],
  operator: ['overview', 'accounts', 'jobs', 'senders', 'service', 'replies'],
} as const satisfies Record<Session['kind'], readonly string[]>;

export type PageName = (typeof pagesOf)[keyof typeof pagesOf][number];

/** A page, and what it is about: the id of a job, or the name of an account. */
export interface Route {
  readonly page: PageName;
  readonly subject: string | undefined;
}

/** Returns the route that a hash such as `#/jobs/ID` names; the first page of the session for any other. */
export function routeOf(hash: string, kind: Session['kind']): Route {
  const [, page = '', subject] = /^#\/([a-z]+)(?:\/(.+))?$/.exec(hash) ?? [];
  const pages: readonly PageName[] = pagesOf[kind];
  const known = pages.find((name) => name === page);
  if (known === undefined) return { page: pagesOf[kind][0], subject: undefined };
  return { page: known, subject: subject === undefined ? undefined : decoded(subject) };
}

export function hashOf(page: PageName, subject?: string): string {
  return subject === undefined ? `#/${page}` : `#/${page}/${encodeURIComponent(subject)}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
