import { OperationTypeNode } from 'graphql';
import { frozen } from '#gateway/rest/read-json.ts';
import type { Prepared, Values } from './begun.ts';
import type { Plan, PlannedField } from './plan.ts';

// In requests, and in characters of their variables: two generations of the first are kept.
const generation = 500;
const longest = 300;

/**
 * Remembers what has been prepared: a class's thirty children ask for the same page, a list's first page is asked for all
 * day. Only what reads is kept, since a change comes once and may bring a password along.
 */
export function preparedAgain(prepare: (plan: Plan, variables: Values) => Prepared | undefined): typeof prepare {
  let young = new Map<string, Prepared>();
  let old = young;
  const ids = new WeakMap<Plan, number>();
  let plans = 0;
  const idOf = (plan: Plan): number => {
    const known = ids.get(plan);
    if (known !== undefined) return known;
    plans += 1;
    ids.set(plan, plans);
    return plans;
  };

  return (plan, variables) => {
    if (plan.operation.operation !== OperationTypeNode.QUERY) return prepare(plan, variables);
    const text = JSON.stringify(variables);
    if (text.length > longest || hidesNumbers(text, variables)) return prepare(plan, variables);
    const key = `${idOf(plan)} ${text}`;
    const known = young.get(key);
    if (known) return known;
    const prepared = old.get(key) ?? forMany(prepare(plan, variables));
    if (!prepared) return undefined;
    if (young.size >= generation) {
      old = young;
      young = new Map();
    }
    young.set(key, prepared);
    return prepared;
  };
}

/** Whether the text says null where a number is too large for one (`1e400`). */
const hidesNumbers = (text: string, variables: unknown): boolean => text.includes('null') && holdsInfinity(variables);

const holdsInfinity = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(holdsInfinity)
    : value === Infinity || value === -Infinity;

/** For everybody who asks the same: read once, and changed by nobody. */
function forMany(prepared: Prepared | undefined): Prepared | undefined {
  if (!prepared) return undefined;
  const read = new Map<PlannedField, Values>();
  frozen(prepared.variables);
  return {
    ...prepared,
    argumentsOf(field) {
      const known = read.get(field);
      if (known) return known;
      const values = prepared.argumentsOf(field);
      frozen(values);
      read.set(field, values);
      return values;
    },
  };
}
