import { useMemo } from 'preact/hooks';
import { type Bar, Bars } from '../parts/bars.tsx';
import { codeText } from '../parts/format.ts';
import { texts } from '../texts.ts';
import { countBy, type JobResult } from './result-rows.ts';

const maxProviders = 8;
/** Percent. The last also takes 100. */
const confidenceSteps = [90, 80, 70, 60, 50, 0] as const;

/** What the results are like as a whole. */
export function ResultsPicture({ rows }: { readonly rows: readonly JobResult[] }) {
  const pictures = useMemo(
    () => [
      { title: texts.picture.statuses, bars: countBy(rows, ({ status }) => status).map(asBar) },
      { title: texts.picture.substatuses, bars: substatusBars(rows) },
      { title: texts.picture.providers, bars: providerBars(rows) },
      { title: texts.picture.confidence, bars: confidenceBars(rows) },
    ],
    [rows],
  );
  return (
    <div class="pictures">
      {pictures.map((picture) => (
        <Bars key={picture.title} {...picture} />
      ))}
    </div>
  );
}

function asBar([code, count]: [string, number]): Bar {
  return { label: codeText(code), count, kind: `bar-${code}` };
}

function substatusBars(rows: readonly JobResult[]): readonly Bar[] {
  const statusOf = new Map<string, string>(rows.map(({ substatus, status }) => [substatus, status]));
  return countBy(rows, ({ substatus }) => substatus).map(([substatus, count]) => ({
    label: codeText(substatus),
    count,
    kind: `bar-${statusOf.get(substatus)}`,
  }));
}

function providerBars(rows: readonly JobResult[]): readonly Bar[] {
  const counts = countBy(rows, ({ email_provider }) => email_provider);
  const bars = counts.slice(0, maxProviders).map(([label, count]) => ({ label, count }));
  const others = counts.slice(maxProviders).reduce((sum, [, count]) => sum + count, 0);
  return others === 0 ? bars : [...bars, { label: texts.picture.others, count: others }];
}

function confidenceBars(rows: readonly JobResult[]): readonly Bar[] {
  const bars = confidenceSteps.map((from, index) => {
    const below = index === 0 ? 101 : (confidenceSteps[index - 1] ?? 101);
    const count = rows.filter(
      ({ confidence }) => confidence !== null && confidence >= from && confidence < below,
    ).length;
    return { label: texts.picture.percent(from, Math.min(100, below - 1)), count };
  });
  const unknown = rows.filter(({ confidence }) => confidence === null).length;
  return unknown === 0 ? bars : [...bars, { label: texts.picture.noConfidence, count: unknown }];
}
