import { PageHeading } from '../parts/page-heading.tsx';
import { texts } from '../texts.ts';
import { KeyTable } from './key-table.tsx';

/** The keys of the account that is signed in. */
export function Keys() {
  return (
    <>
      <PageHeading title={texts.pages.keys} />
      <p>{texts.keys.explained}</p>
      <KeyTable path="keys" />
    </>
  );
}
