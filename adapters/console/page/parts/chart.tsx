import { useEffect, useRef } from 'preact/hooks';
import type { PlottedValues } from './plot.ts';

interface ChartProps extends PlottedValues {
  /** What screen readers say: what it shows, with its numbers or where they stand. */
  readonly label: string;
}

/** Values over time. What draws them is loaded with the first chart; without it, its label is what is left. */
export function Chart({ label, ...values }: ChartProps) {
  const holder = useRef<HTMLDivElement>(null);
  const drawn = JSON.stringify(values);
  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const drawing = import('./plot.ts').then(
      ({ drawPlot }) => drawPlot(element, values),
      () => undefined,
    );
    return () => void drawing.then((end) => end?.());
  }, [drawn]);
  return <div ref={holder} class="chart" role="img" aria-label={label} />;
}
