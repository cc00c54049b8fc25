/** The variables of one request, and a memo of the formulas evaluated with them. */
export interface Evaluation {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly memo: Map<Formula, number>;
}

export type Formula = (run: Evaluation) => number;

/** A number, or a formula of the variables. */
export type Amount = number | Formula;

export function valueOf(amount: Amount, run: Evaluation): number {
  return typeof amount === 'number' ? amount : amount(run);
}

export function plus(first: Amount, second: Amount): Amount {
  if (typeof first === 'number' && typeof second === 'number') return first + second;
  return (run) => valueOf(first, run) + valueOf(second, run);
}

export function times(first: Amount, second: Amount): Amount {
  if (first === 0 || second === 0) return 0;
  if (typeof first === 'number' && typeof second === 'number') return first * second;
  return (run) => valueOf(first, run) * valueOf(second, run);
}

/** Memoises a formula per request. Without the memo, nested fragments would multiply the work. */
export function memoised(amount: Amount): Amount {
  if (typeof amount === 'number') return amount;
  return (run) => {
    const cachedAmount = run.memo.get(amount);
    if (cachedAmount !== undefined) return cachedAmount;
    const value = amount(run);
    run.memo.set(amount, value);
    return value;
  };
}
