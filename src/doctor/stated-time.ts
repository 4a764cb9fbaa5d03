import type { SmtpReply } from '../ports/smtp-transport.ts';

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
