/** One option of a group of alternatives, such as `umlaut:digraph`. */
export interface ChosenOption {
  readonly group: string;
  readonly option: string;
  /** Share of the option in its group for this name, before anything is known of the company. */
  readonly share: number;
}

/** One of several possible values. `choices` lists the options that lead to it, at most one of a group. */
export interface Weighted<Value> {
  readonly value: Value;
  readonly weight: number;
  readonly choices: readonly ChosenOption[];
}

export interface Alternative<Value> {
  readonly option: string;
  readonly value: Value;
  readonly weight: number;
}

const nothingChosen: readonly ChosenOption[] = [];

/** Returns a value for each option of a group that is possible. If there is only one, it is not listed in `choices`. */
export function choose<Value>(
  group: string,
  options: readonly Alternative<Value>[],
): readonly Weighted<Value>[] {
  const possible = options.filter(({ weight }) => weight > 0);
  return possible.map(({ option, value, weight }) =>
    possible.length === 1 ? certain(value) : { value, weight, choices: [{ group, option, share: weight }] },
  );
}

export function certain<Value>(value: Value): Weighted<Value> {
  return { value, weight: 1, choices: nothingChosen };
}

/** Combines two independent choices: returns every pair, joined. */
export function combine<Left, Right, Value>(
  left: readonly Weighted<Left>[],
  right: readonly Weighted<Right>[],
  join: (left: Left, right: Right) => Value,
): readonly Weighted<Value>[] {
  return left.flatMap((one) =>
    right.map((other) => ({
      value: join(one.value, other.value),
      weight: one.weight * other.weight,
      choices: joinedChoices(one.choices, other.choices),
    })),
  );
}

/** Of a group that both have, the first counts. */
function joinedChoices(
  one: readonly ChosenOption[],
  other: readonly ChosenOption[],
): readonly ChosenOption[] {
  if (other.length === 0) return one;
  if (one.length === 0) return other;
  const all = one.slice();
  for (const choice of other) if (!one.some(({ group }) => group === choice.group)) all.push(choice);
  return all;
}

/** Like `choose`, with weights and values keyed by option. */
export function chooseByName<Option extends string, Value>(
  group: string,
  weights: Readonly<Record<Option, number>>,
  values: Readonly<Record<Option, Value>>,
): readonly Weighted<Value>[] {
  const names = Object.keys(weights) as Option[];
  return choose(
    group,
    names.map((name) => ({ option: name, value: values[name], weight: weights[name] })),
  );
}

/** Returns the `count` most likely values, most likely first; all of them, in their order, if there are no more. */
export function likeliest<Value>(
  count: number,
  forms: readonly Weighted<Value>[],
): readonly Weighted<Value>[] {
  return forms.length <= count
    ? forms
    : forms.toSorted((one, other) => other.weight - one.weight).slice(0, count);
}
