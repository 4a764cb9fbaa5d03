import { PageHeading } from '../parts/page-heading.tsx';
import { texts } from '../texts.ts';
import { ListForm } from './list-form.tsx';

/** A new list of addresses. */
export function NewList() {
  return (
    <>
      <PageHeading title={texts.pages.lists} />
      <ListForm kind="verifications" />
    </>
  );
}
