interface Whole {
  readonly members: readonly Buffer[];
  readonly json: Buffer;
}

const opening = Buffer.from('{"data":{');
const comma = Buffer.from(',');
const end = Buffer.from('}}');

/** Puts the members of answers together; of the very same members again, the very same bytes again. */
export function createWholeJson(): (members: readonly Buffer[]) => Buffer {
  const known = new WeakMap<Buffer, Whole>();
  return (members) => {
    const [first] = members;
    const before = first && known.get(first);
    if (before && isSame(before.members, members)) return before.json;
    const json = Buffer.concat([opening, ...members.flatMap((member, at) => (at ? [comma, member] : member)), end]);
    if (first) known.set(first, { members, json });
    return json;
  };
}

const isSame = (some: readonly Buffer[], others: readonly Buffer[]): boolean =>
  some.length === others.length && some.every((member, at) => member === others[at]);
