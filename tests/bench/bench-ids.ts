/** Somebody's id, from a running number; in the order of the numbers, as real ids are in the order of time. */
export const idOf = (kind: number, number: number): string =>
  `0190000${kind}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/** The same in SQL, where the number is an expression. */
export const idSql = (kind: number, number: string): string =>
  `('0190000${kind}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;

/** A hash code, likewise. */
export const hashSql = (kind: string, number: string): string => `rpad('${kind}' || ${number}, 22, 'x')`;

/** The hash code of a running number, as `hashSql` makes it. */
export const hashOf = (kind: string, number: number): string => `${kind}${number}`.padEnd(22, 'x');
