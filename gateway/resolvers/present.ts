type Present<Input> = { [Name in keyof Input]: Exclude<Input[Name], null> };

/** An input without its nulls: in GraphQL an optional value may be null or absent, and both mean the same to /api. */
export function present<Input extends object>(input: Input): Present<Input> {
  const entries = Object.entries(input).filter(([, value]) => value !== null);
  // Only nulls have gone, which is what the type says.
  return Object.fromEntries(entries) as Present<Input>;
}
