import { useState } from 'preact/hooks';
import type { EmailLookup } from '../../../../src/resources.ts';
import { useAction } from '../api/use-action.ts';
import { ListForm } from '../lists/list-form.tsx';
import { Field, Form } from '../parts/field.tsx';
import { creditText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { ResultCard } from '../parts/result-card.tsx';
import { useConsole } from '../shell/console-context.ts';
import { texts } from '../texts.ts';

/** Finds the address of one person, or those of a list. */
export function People() {
  return (
    <>
      <PageHeading title={texts.pages.people} />
      <OnePerson />
      <h2>{texts.people.list}</h2>
      <ListForm kind="lookups" />
    </>
  );
}

function OnePerson() {
  const { api, session, announce } = useConsole();
  const [firstName, setFirstName] = useState('');
  const [lastName, setLastName] = useState('');
  const [domain, setDomain] = useState('');
  const [result, setResult] = useState<EmailLookup>();
  const { isRunning, problem, run } = useAction();
  const find = () =>
    run(async (signal) => {
      setResult(undefined);
      const body = { first_name: firstName.trim(), last_name: lastName.trim(), domain: domain.trim() };
      const found = await api.request<EmailLookup>('lookup', { method: 'POST', body, signal });
      setResult(found);
      announce(texts.result.announced(found.email ?? texts.result.noAddress, found.status));
    });
  return (
    <>
      <Form class="card row" onSubmit={find}>
        <Field label={texts.people.firstName} required value={firstName} onValue={setFirstName} />
        <Field label={texts.people.lastName} required value={lastName} onValue={setLastName} />
        <Field label={texts.people.domain} required value={domain} onValue={setDomain} />
        <button type="submit" class="primary" disabled={isRunning}>
          {texts.people.find}
        </button>
        <p class="hint">{texts.people.price(creditText(session.server.prices.lookup))}</p>
      </Form>
      {isRunning && <p role="status">{texts.people.running}</p>}
      <ProblemNotice problem={problem} />
      {result !== undefined && <ResultCard result={result} />}
    </>
  );
}
