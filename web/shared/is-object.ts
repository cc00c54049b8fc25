/** Whether an unknown value is an object with readable fields; an array counts as one. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
