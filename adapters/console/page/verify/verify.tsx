import { useState } from 'preact/hooks';
import type { EmailVerification, VerificationLevel } from '../../../../src/resources.ts';
import type { Session, Suggestion, VerificationStep } from '../api/resources.ts';
import { useAction } from '../api/use-action.ts';
import { Card } from '../parts/card.tsx';
import { Choice, Field, Form } from '../parts/field.tsx';
import { creditText } from '../parts/format.ts';
import { ProblemNotice } from '../parts/notice.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { ResultCard } from '../parts/result-card.tsx';
import { useConsole } from '../shell/console-context.ts';
import { texts } from '../texts.ts';

const levels = ['smtp', 'dns', 'syntax'] as const satisfies readonly VerificationLevel[];

/** Verifies one address, and shows what is asked and answered meanwhile. */
export function Verify() {
  const { api, session, announce } = useConsole();
  const [email, setEmail] = useState('');
  const [level, setLevel] = useState<VerificationLevel>('smtp');
  const [steps, setSteps] = useState<readonly VerificationStep[]>([]);
  const [result, setResult] = useState<EmailVerification>();
  const [suggestion, setSuggestion] = useState<string>();
  const { isRunning, problem, run, stop } = useAction();
  const verify = () =>
    run(async (signal) => {
      setSteps([]);
      setResult(undefined);
      setSuggestion(undefined);
      const body = { email: email.trim(), level };
      const events = api.events('verify', { method: 'POST', body, signal, last: 'result' });
      for await (const { event, data } of events) {
        const value = JSON.parse(data);
        if (event === 'step') setSteps((before) => [...before, value as VerificationStep]);
        if (event === 'suggestion') setSuggestion((value as Suggestion).email);
        if (event !== 'result') continue;
        setResult(value as EmailVerification);
        announce(texts.result.announced(value.email, value.status));
      }
    });
  return (
    <>
      <PageHeading title={texts.pages.verify} />
      <Form class="card row" onSubmit={verify}>
        <Field
          label={texts.verify.address}
          required
          value={email}
          onValue={setEmail}
          input={{ autocomplete: 'off', spellcheck: false, autocapitalize: 'none' }}
        />
        <Choice
          label={texts.verify.level}
          value={level}
          options={levels.map((value) => ({ value, label: texts.verify.levels[value] }))}
          onValue={setLevel}
        />
        <button type="submit" class="primary" disabled={isRunning}>
          {texts.verify.start}
        </button>
        {isRunning && (
          <button type="button" onClick={stop}>
            {texts.common.stop}
          </button>
        )}
        <p class="hint">{texts.verify.price(creditText(priceOf(level, session.server.prices)))}</p>
      </Form>
      <ProblemNotice problem={problem} />
      {result !== undefined && (
        <ResultCard result={result}>
          {suggestion !== undefined && (
            <p class="suggestion">
              {texts.verify.didYouMean}{' '}
              <button type="button" onClick={() => setEmail(suggestion)}>
                {suggestion}
              </button>
            </p>
          )}
        </ResultCard>
      )}
      {(isRunning || steps.length > 0) && <Steps steps={steps} isRunning={isRunning} />}
    </>
  );
}

function priceOf(level: VerificationLevel, prices: Session['server']['prices']): number {
  switch (level) {
    case 'smtp':
      return prices.verification;
    case 'dns':
      return prices.dns_verification;
    case 'syntax':
      return prices.syntax_verification;
  }
}

function Steps({
  steps,
  isRunning,
}: {
  readonly steps: readonly VerificationStep[];
  readonly isRunning: boolean;
}) {
  return (
    <Card title={texts.verify.steps}>
      <ol class="steps" aria-busy={isRunning}>
        {steps.map((step, index) => (
          <li key={index} class={`step step-${step.kind}`}>
            <span class="step-time">{texts.verify.at(step.at_ms)}</span>
            <span class="step-kind">{texts.verify.kinds[step.kind]}</span>
            <code>{step.text}</code>
            {step.exchange !== undefined && <span class="hint">{step.exchange}</span>}
          </li>
        ))}
      </ol>
      {isRunning && <p role="status">{texts.verify.running}</p>}
    </Card>
  );
}
