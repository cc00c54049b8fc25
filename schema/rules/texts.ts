/** The names of an object's members, in their order. */
export function namesOf<Name extends string>(members: Readonly<Record<Name, unknown>>): readonly Name[] {
  // TypeScript types every key as a string, because an object may have more members than its type.
  return Object.keys(members) as Name[];
}

/** These members of an object, and no others. */
export function pick<Values, Name extends keyof Values>(values: Values, names: readonly Name[]): Pick<Values, Name> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<Values, Name>;
}

/** An object with a value for each name. */
export function eachNamed<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}
