import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly hint?: string;
  readonly type?: 'text' | 'email' | 'password' | 'number' | 'search';
  readonly required?: boolean;
  readonly input?: {
    readonly autocomplete?: 'off';
    readonly autocapitalize?: 'none';
    readonly spellcheck?: boolean;
    readonly step?: 'any';
  };
}

/** A text field with its label, and a hint that screen readers say too. */
export function Field({ label, value, onValue, hint, type = 'text', required = false, input }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...input}
        id={id}
        // The types of preact know inputs of one type each.
        type={type as 'text'}
        required={required}
        value={value}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onValue: (value: Value) => void;
}

/** One of several values. */
export function Choice<Value extends string>({ label, value, options, onValue }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options.find((option) => option.value === currentTarget.value);
          if (chosen !== undefined) onValue(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

interface FormProps {
  readonly class?: string;
  readonly onSubmit: () => unknown;
  readonly children: ComponentChildren;
}

/** A form that the page submits itself. */
export function Form({ onSubmit, children, ...attributes }: FormProps) {
  return (
    <form
      {...attributes}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
    </form>
  );
}
