import { parseDomain } from '../../address/domain.ts';
import { parseMailbox } from '../../address/mailbox.ts';
import type { JobItem } from '../../ports/job-store.ts';

/** Returns what an item asks for, as it goes on the wire: an address, or the domain of a person. Empty if invalid. */
export function subjectOfItem(item: JobItem): string {
  if ('email' in item) {
    const parsed = parseMailbox(item.email);
    return parsed.kind === 'mailbox' ? parsed.mailbox.address : '';
  }
  return domainOfItem(item);
}

/** Returns the texts of an item as one. */
export function textOfItem(item: JobItem): string {
  return 'email' in item ? item.email : `${item.first_name} ${item.last_name} ${item.domain}`;
}

/** Returns the domain of an item in A-labels. Empty if it has no valid one. */
export function domainOfItem(item: JobItem): string {
  if ('email' in item) {
    const parsed = parseMailbox(item.email);
    return parsed.kind === 'mailbox' ? parsed.mailbox.domain : '';
  }
  const parsed = parseDomain(item.domain);
  return parsed.kind === 'domain' ? parsed.domain : '';
}
