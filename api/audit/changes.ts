import { isDeepStrictEqual } from 'node:util';

type Values = Record<string, unknown> | null;

/** The fields in which two states of a row differ, as a screen lists them. */
export function changesOf({ before, after }: { readonly before: Values; readonly after: Values }) {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after));
}
