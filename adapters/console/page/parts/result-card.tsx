import type { ComponentChildren } from 'preact';
import type { EmailLookup, VerificationFields } from '../../../../src/resources.ts';
import { texts } from '../texts.ts';
import { codeText } from './format.ts';

interface ResultCardProps {
  readonly result: VerificationFields | EmailLookup;
  /** Shown below the verdict. */
  readonly children?: ComponentChildren;
}

const facts = [
  'is_domain_catch_all',
  'is_secure_email_gateway',
  'is_disposable',
  'is_role_account',
  'is_free',
] as const;

/** Everything that a result says. */
export function ResultCard({ result, children }: ResultCardProps) {
  return (
    <section class={`card result result-${result.status}`} aria-label={texts.result.title}>
      <h2>{result.email ?? texts.result.noAddress}</h2>
      <p>
        <StatusTag status={result.status} /> {codeText(result.substatus)}
        {result.confidence !== null && ` · ${texts.result.confidence(result.confidence)}`}
      </p>
      <p>{result.explanation}</p>
      {children}
      <dl class="facts">
        <div>
          <dt>{texts.columns.email_provider}</dt>
          <dd>{result.email_provider}</dd>
        </div>
        <div>
          <dt>{texts.columns.mx_record}</dt>
          <dd>{result.mx_record ?? '–'}</dd>
        </div>
        {facts.map((fact) => (
          <div key={fact}>
            <dt>{texts.columns[fact]}</dt>
            <dd>{texts.result.truth(result[fact])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A status with its colour. The word says it too, for those who cannot tell colours apart. */
export function StatusTag({ status }: { readonly status: string }) {
  return <span class={`tag tag-${status}`}>{codeText(status)}</span>;
}
