import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** A page to go to, and what its link says. */
interface Way {
  readonly href: string;
  readonly label: string;
}

interface CardProps {
  readonly title: string;
  /** A link to the rest. */
  readonly more?: Way;
  readonly children: ComponentChildren;
}

/** A part of a page, with its heading. */
export function Card({ title, more, children }: CardProps) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <header class="card-heading">
        <h2 id={id}>{title}</h2>
        {more !== undefined && <a href={more.href}>{more.label}</a>}
      </header>
      {children}
    </section>
  );
}

interface EmptyProps {
  readonly text: string;
  /** What to do so that it is not empty any more. */
  readonly next: string;
  readonly way?: Way | undefined;
}

/** What a page shows that has nothing yet: that it has nothing, and the next step. */
export function Empty({ text, next, way }: EmptyProps) {
  return (
    <div class="empty">
      <p>
        <strong>{text}</strong>
      </p>
      <p>{next}</p>
      {way !== undefined && (
        <a class="button primary" href={way.href}>
          {way.label}
        </a>
      )}
    </div>
  );
}
