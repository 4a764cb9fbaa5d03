import { reportFailure, reportOk, reportWarning } from '../assessment.ts';
import { StorageUnavailable } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { SmtpReply } from '../ports/smtp-transport.ts';
import type { Assessment, StorageDiagnosis } from '../ports/storage-diagnosis.ts';
import type { Contact } from './exchange-contact.ts';
import type { DoctorFinding } from './finding.ts';

/** Greetings state whole seconds, and may arrive late. */
const tolerance = { warningMs: 10_000, failureMs: 300_000 } as const;

/**
 * Compares this machine's clock with that of the storage, if it has one of its own, and with the first greeting that states
 * a time. Rejects only with errors that no storage should have.
 */
export async function examineClock(
  clock: Clock,
  diagnosis: StorageDiagnosis | undefined,
  contacts: readonly Contact[],
): Promise<readonly DoctorFinding[]> {
  const differences = [await compareWithStorage(clock, diagnosis), compareWithGreetings(contacts)];
  const known = differences.filter((difference) => difference !== undefined);
  if (known.length > 0) {
    return known.map(({ comparedWith, aheadMs }) => ({
      check: 'clock',
      comparedWith,
      aheadMs,
      ...assess(comparedWith, aheadMs),
    }));
  }
  const unknown = reportWarning(
    'The clock of this machine could not be compared: no mail server stated the time.',
    'If it is wrong, jobs have wrong times, and what is cached expires too early or too late.',
    'Make sure that it is synchronised (NTP): "timedatectl" shows that on most systems.',
  );
  return [{ check: 'clock', comparedWith: null, aheadMs: null, ...unknown }];
}

interface Difference {
  readonly comparedWith: string;
  readonly aheadMs: number;
}

async function compareWithStorage(
  clock: Clock,
  diagnosis: StorageDiagnosis | undefined,
): Promise<Difference | undefined> {
  if (diagnosis?.now === undefined) return undefined;
  const askedAt = clock.now();
  try {
    const storageTime = await diagnosis.now();
    const aheadMs = (askedAt + clock.now()) / 2 - storageTime;
    return { comparedWith: 'storage', aheadMs: Math.round(aheadMs) };
  } catch (error) {
    // That it cannot be reached is a finding about the storage.
    if (error instanceof StorageUnavailable) return undefined;
    throw error;
  }
}

function compareWithGreetings(contacts: readonly Contact[]): Difference | undefined {
  for (const contact of contacts) {
    const stated = contact.kind === 'greeted' ? statedTime(contact.greeting) : undefined;
    if (contact.kind === 'greeted' && stated !== undefined)
      return { comparedWith: contact.host, aheadMs: contact.greetedAt - stated };
  }
  return undefined;
}

function assess(comparedWith: string, aheadMs: number): Assessment {
  const than = comparedWith === 'storage' ? 'that of the store' : `that of ${comparedWith}`;
  const size = Math.abs(aheadMs);
  if (size < tolerance.warningMs)
    return reportOk(`The clock agrees with ${than}.`, 'Times of jobs and of cached results are right.');
  const report = size < tolerance.failureMs ? reportWarning : reportFailure;
  return report(
    `The clock is ${duration(size)} ${aheadMs > 0 ? 'ahead of' : 'behind'} ${than}.`,
    'Jobs and the log have wrong times, and what is cached expires too early or too late.',
    'Have the clock synchronised (NTP), on this machine and on that of the store.',
  );
}

function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The date-time of RFC 5322 §3.3, with the zone as a number or as GMT, UT, UTC. */
const dateTime =
  /\b(\d{1,2}) ([a-z]{3}) (\d{4}) (\d{2}):(\d{2})(?::(\d{2}))? (?:([+-])(\d{2})(\d{2})|GMT|UTC?)(?!\d)/i;

/**
 * Returns the time that a greeting states, in milliseconds since the Unix epoch, as servers of Microsoft and Exim do:
 * "… ESMTP MAIL Service ready at Tue, 4 Mar 2025 09:12:44 +0000". Undefined if it states none.
 */
export function statedTime({ lines }: SmtpReply): number | undefined {
  const found = dateTime.exec(lines.join(' '));
  if (found === null) return undefined;
  const [, day, monthName = '', year, hour, minute, second = 0, sign, zoneHour = 0, zoneMinute = 0] = found;
  const month = months.indexOf(monthName.toLowerCase());
  if (month === -1) return undefined;
  const days = daysSinceEpoch(Number(year), month + 1, Number(day));
  const minutes = (days * 24 + Number(hour)) * 60 + Number(minute);
  const zoneMinutes = (Number(zoneHour) * 60 + Number(zoneMinute)) * (sign === '-' ? -1 : 1);
  return ((minutes - zoneMinutes) * 60 + Number(second)) * 1_000;
}

/** Counts days in the Gregorian calendar. Years begin in March here, so that the leap day is the last one. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const [y, m] = month > 2 ? [year, month - 3] : [year - 1, month + 9];
  const leapDays = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  const daysToMonth = Math.floor((153 * m + 2) / 5);
  return 365 * y + leapDays + daysToMonth + day - 1 - daysFromYearZero;
}

/** From 1 March of the year 0 to 1 January 1970. */
const daysFromYearZero = 719_468;
