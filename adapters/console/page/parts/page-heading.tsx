import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../texts.ts';

interface PageHeadingProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

let isFirst = true;

/** The heading of a page. It takes the focus when another page is shown, so that screen readers say where they are. */
export function PageHeading({ title, children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = texts.common.documentTitle(title);
  }, [title]);
  useEffect(() => {
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, []);
  return (
    <header class="page-heading">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </header>
  );
}
