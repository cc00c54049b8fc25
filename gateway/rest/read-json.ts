/** A body that arrived before, and its value after the second arrival. */
interface Seen {
  readonly body: Buffer;
  value?: unknown;
}

// In bytes of bodies. The cache keeps two generations of this size; a value takes a few times as much as its body.
const half = 2 * 1024 * 1024;
const longest = 128 * 1024;
const mostOfOneLength = 8;

export interface JsonReader {
  /** The value of a body; undefined for invalid JSON. */
  readonly read: (body: Buffer) => unknown;
  /** The equal bytes that arrived lately, the same ones each time; undefined for new ones, which count as arrived then. */
  readonly earlier: (body: Buffer) => Buffer | undefined;
}

/**
 * Parses JSON and interns the result: equal bytes give the same frozen value. A class's thirty children open the same
 * page, and their calls, each with its own token, return equal bytes. Only the bytes decide; caller and address are
 * unknown here.
 */
export function createJsonReader(): JsonReader {
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

  /** What arrived before with these bytes; keeps the body otherwise. */
  const seenBefore = (body: Buffer): Seen | undefined => {
    if (body.length > longest) return undefined;
    const recent = find(young, body);
    const cached = recent ?? find(old, body);
    if (!recent) keep(cached ?? { body });
    return cached;
  };

  return {
    read(body) {
      const cached = seenBefore(body);
      // Freezing pays off only for bodies that arrive again.
      return cached ? (cached.value ??= frozen(jsonIn(body.toString()))) : jsonIn(body.toString());
    },
    earlier: (body) => seenBefore(body)?.body,
  };
}

/** The value of a JSON text; undefined for invalid JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Freezes a value deeply and returns it. */
export function frozen(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}
