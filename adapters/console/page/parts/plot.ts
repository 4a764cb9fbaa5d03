import uPlot from 'uplot';
import { texts } from '../texts.ts';
import { momentText } from './format.ts';

export interface PlottedValues {
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  /** Bars are of days in UTC. Default: lines. */
  readonly shape?: Shape;
}

interface Series {
  readonly label: string;
  readonly values: readonly (number | null)[];
}

type Shape = 'bars' | 'lines';

const height = 220;
const colourCount = 6;
/** Half of a bar would be cut off at the edges otherwise. */
const halfDay = 43_200;

/** Draws values over time into an element, as wide as it is, until the function that it returns is called. */
export function drawPlot(
  element: HTMLElement,
  { times, series, shape = 'lines' }: PlottedValues,
): () => void {
  let plot: uPlot | undefined;
  const draw = (): void => {
    plot?.destroy();
    plot = new uPlot(
      optionsFor(element, series, shape),
      [[...times], ...series.map((one) => [...one.values])],
      element,
    );
  };
  draw();
  const resizing = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height }));
  resizing.observe(element);
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  scheme.addEventListener('change', draw);
  addEventListener('themechange', draw);
  return () => {
    scheme.removeEventListener('change', draw);
    removeEventListener('themechange', draw);
    resizing.disconnect();
    plot?.destroy();
  };
}

function optionsFor(element: HTMLElement, series: readonly Series[], shape: Shape): uPlot.Options {
  const ink = colourOf(element, 'chart-ink');
  const grid = { stroke: colourOf(element, 'chart-grid'), width: 1 };
  const paths = shape === 'bars' ? uPlot.paths.bars?.({ size: [0.7, 48] }) : undefined;
  return {
    width: Math.max(200, element.clientWidth),
    height,
    ...(shape === 'bars' ? { tzDate: utcDate } : {}),
    cursor: { drag: { x: false, y: false } },
    legend: { show: series.length > 1 },
    axes: [
      { ...(shape === 'bars' ? dayAxis : hourAxis), stroke: ink, grid, ticks: grid },
      { stroke: ink, grid, ticks: grid, size: 60 },
    ],
    scales: {
      ...(shape === 'bars' ? { x: { range: (_, first, last) => [first - halfDay, last + halfDay] } } : {}),
      y: { range: (_, __, most) => [0, Math.max(1, most * 1.1)] },
    },
    series: [
      { label: texts.common.time, value: (_, seconds) => timeText(seconds) },
      ...series.map((one, index) => {
        const stroke = colourOf(element, `chart-${index % colourCount}`);
        return {
          label: one.label,
          stroke,
          width: 2,
          ...(paths === undefined ? {} : { paths, fill: stroke }),
          points: { show: shape === 'lines' && one.values.length < 3 },
        };
      }),
    ],
  };
}

function utcDate(seconds: number): Date {
  return uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC');
}

function timeText(seconds: number | null): string {
  return momentText(seconds === null ? null : new Date(seconds * 1_000).toISOString());
}

/** A canvas knows no classes: the colour is read from an element that has the class. */
function colourOf(parent: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.className = name;
  parent.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const daySeconds = 86_400;
/** Days between the marks of an axis of days. */
const dayIncrements = [1, 2, 7, 14, 28].map((days) => days * daySeconds);

const utcDays = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const times = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** An axis of days in UTC, whatever the time zone of the browser is. */
const dayAxis: uPlot.Axis = {
  incrs: dayIncrements,
  values: (_, marks) => marks.map((mark) => utcDays.format(mark * 1_000)),
};

/** An axis of hours and minutes in the time zone of the browser; midnight is the day that begins. */
const hourAxis: uPlot.Axis = {
  values: (_, marks) => marks.map((mark) => hourText(new Date(mark * 1_000))),
};

function hourText(moment: Date): string {
  const isMidnight = moment.getHours() === 0 && moment.getMinutes() === 0;
  return (isMidnight ? days : times).format(moment);
}
