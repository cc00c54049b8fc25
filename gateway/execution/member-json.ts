import type { Completion } from './completion.ts';

/**
 * Writes a field of the root and its value as a member of the answer's JSON. Of a frozen value, which is what comes again
 * (rest/read-json.ts) and is never another, the bytes are kept for as long as the value is: whatever the schema refuses
 * throws as before, and so is never kept.
 */
export function memberJson(key: string, complete: Completion): (value: unknown) => Buffer {
  const head = `${JSON.stringify(key)}:`;
  const write = (value: unknown): Buffer => Buffer.from(head + JSON.stringify(complete(value)));
  const kept = new WeakMap<object, Buffer>();
  return (value) => {
    if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return write(value);
    const known = kept.get(value);
    if (known) return known;
    const written = write(value);
    kept.set(value, written);
    return written;
  };
}
