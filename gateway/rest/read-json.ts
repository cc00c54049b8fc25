/** A body that came before, and its value once it has come a second time. */
interface Seen {
  readonly body: Buffer;
  value?: unknown;
}

// In bytes, of bodies: two of these halves are kept, and a value is a few times as large as its body.
const half = 2 * 1024 * 1024;
const longest = 128 * 1024;
const mostOfOneLength = 8;

/**
 * Reads JSON; of bytes that come again, the same frozen value again. A class's thirty children open the same page, and
 * what their calls bring, each with its own token, is the same to the last byte. It is a matter of the bytes alone: who
 * asked for them, and where, is not known here. Undefined for what is not JSON.
 */
export function createJsonReader(): (body: Buffer) => unknown {
  let young = new Map<number, Seen[]>();
  let old = young;
  let size = 0;

  const find = (seen: Map<number, Seen[]>, body: Buffer): Seen | undefined =>
    seen.get(body.length)?.find((its) => its.body.equals(body));
  const keep = (seen: Seen): void => {
    const { length } = seen.body;
    if (size + length > half) {
      old = young;
      young = new Map();
      size = 0;
    }
    const alike = young.get(length) ?? [];
    if (alike.length >= mostOfOneLength) size -= alike.shift()?.body.length ?? 0;
    alike.push(seen);
    young.set(length, alike);
    size += length;
  };

  return (body) => {
    if (body.length > longest) return jsonIn(body.toString());
    const known = find(young, body);
    const seen = known ?? find(old, body);
    // What comes once is not worth the freezing.
    if (!seen) {
      keep({ body });
      return jsonIn(body.toString());
    }
    if (!known) keep(seen);
    return (seen.value ??= frozen(jsonIn(body.toString())));
  };
}

/** The value of a text; undefined for what is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same value, from now on unchangeable through and through. */
export function frozen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}
