/** A body that arrived twice, and its value. */
interface Seen {
  readonly body: Buffer;
  readonly sample: number;
  value?: unknown;
}

// In bytes. The cache keeps two generations of this size. A body is counted three times: its value, or the answer made of
// it with the answer's compressed form, takes about twice as much again.
const half = 4 * 1024 * 1024;
const timesKept = 3;
const longest = 128 * 1024;
const mostOfOneLength = 8;
// In samples of bodies that arrived once, of which two generations are kept too.
const mostSamples = 4_096;
// In words, spread over a body, and as many at its end, where lists have their counts; and in bytes of a word.
const sampled = 16;
const wordLength = 4;
const multiplier = 31;

export interface JsonReader {
  /** The value of a body; undefined for invalid JSON. */
  readonly read: (body: Buffer) => unknown;
  /** These bytes as they arrived the second time, the same ones each time; undefined for new ones, which count as arrived. */
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
  const arrived = createSampleSet();

  const find = (seen: Map<number, Seen[]>, body: Buffer, sample: number): Seen | undefined =>
    seen.get(body.length)?.find((its) => its.sample === sample && its.body.equals(body));
  const keep = (seen: Seen): Seen => {
    const { length } = seen.body;
    const counted = timesKept * length;
    if (size + counted > half) {
      old = young;
      young = new Map();
      size = 0;
    }
    const alike = young.get(length) ?? [];
    if (alike.length < mostOfOneLength) size += counted;
    else alike.shift();
    alike.push(seen);
    young.set(length, alike);
    return seen;
  };

  /**
   * What arrived before with these bytes. A body is kept at its second arrival: most come once, and would push out those
   * that come again.
   */
  const seenBefore = (body: Buffer): Seen | undefined => {
    if (body.length > longest) return undefined;
    const sample = sampleOf(body);
    const recent = find(young, body, sample);
    if (recent) return recent;
    const cached = find(old, body, sample);
    if (cached) return keep(cached);
    return arrived.has(sample) ? keep({ body, sample }) : undefined;
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

/** A hash of the length and of a few words. Different bodies may have the same hash. */
function sampleOf(body: Buffer): number {
  const last = body.length - wordLength;
  let hash = body.length;
  for (let word = 0; word < sampled && last >= 0; word += 1) {
    hash = Math.imul(hash, multiplier) ^ body.readInt32LE(Math.floor((last * word) / sampled));
    hash = Math.imul(hash, multiplier) ^ body.readInt32LE(Math.max(0, last - wordLength * word));
  }
  return hash;
}

/** The samples of the bodies that arrived last. */
function createSampleSet() {
  let young = new Set<number>();
  let old = young;
  return {
    /** Whether the sample was asked for before; remembers it. */
    has(sample: number): boolean {
      if (young.has(sample)) return true;
      const isKnown = old.has(sample);
      if (young.size >= mostSamples) {
        old = young;
        young = new Set();
      }
      young.add(sample);
      return isKnown;
    },
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
