import type { ComponentChildren } from 'preact';

/** What a figure counts, and its text; undefined as long as it is not known, which takes as much room. */
export type Figure = readonly [term: ComponentChildren, text: string | undefined];

/** The figures that a page is about. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl class="figures">
      {figures.map(([term, text], index) => (
        <div key={index}>
          <dt>{term}</dt>
          <dd>{text ?? '…'}</dd>
        </div>
      ))}
    </dl>
  );
}
