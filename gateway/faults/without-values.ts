// The texts of graphql-js around the values that it quotes.
const quotations: readonly (readonly [RegExp, string])[] = [
  [/^(Variable "\$\w+" got invalid value) .*$/s, '$1.'],
  [/^(Argument "\w+" has invalid value) .*$/s, '$1.'],
  [/^(Expected value of type ".*?"), found .*$/s, '$1.'],
  [/^(Expected type "\w+"\.) .*$/s, '$1'],
  [/^(Enum "\w+"|\w+) cannot represent .*$/s, '$1 cannot represent this value.'],
  [/^Value ".*" does not exist in ("\w+" enum\.)(?: Did you mean .*)?$/s, 'This value does not exist in $1'],
  [/^(Syntax Error: .*?\b(?:Unexpected|found) (?:BlockString|Comment|Float|Int|Name|String)) ".*"\.$/s, '$1.'],
  [/^(Syntax Error: Invalid (?:character escape|Unicode escape) sequence): .*$/s, '$1.'],
];

/**
 * A message of graphql-js without the values that it quotes, since a value may be a password. The names of variables,
 * arguments, fields and types stay.
 */
export function withoutValues(message: string): string {
  for (const [quotation, shown] of quotations) if (quotation.test(message)) return message.replace(quotation, shown);
  return message;
}
