import type uPlot from 'uplot';

const daySeconds = 86_400;
/** Days between the marks of an axis of days. */
const dayIncrements = [1, 2, 7, 14, 28].map((days) => days * daySeconds);

const utcDays = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const times = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** An axis of days in UTC, whatever the time zone of the browser is. */
export const dayAxis: uPlot.Axis = {
  incrs: dayIncrements,
  values: (_, marks) => marks.map((mark) => utcDays.format(mark * 1_000)),
};

/** An axis of hours and minutes in the time zone of the browser; midnight is the day that begins. */
export const hourAxis: uPlot.Axis = {
  values: (_, marks) => marks.map((mark) => hourText(new Date(mark * 1_000))),
};

function hourText(moment: Date): string {
  const isMidnight = moment.getHours() === 0 && moment.getMinutes() === 0;
  return (isMidnight ? days : times).format(moment);
}
