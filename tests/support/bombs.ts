const times = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');

const tripled = (index: number): string =>
  `fragment F${index} on User { ...F${index + 1} ...F${index + 1} ...F${index + 1} }`;

/** Operations that cost their sender a line and an unguarded server its breath, by what they do. */
export const bombs: Readonly<Record<string, string>> = {
  'a fragment bomb': `{ allTeachers { ...F0 } } ${times(20, tripled)} fragment F20 on User { id }`,
  '5,000 aliases': `{ ${times(5_000, (index) => `a${index}: __typename`)} }`,
  '900 aliases of one field below another': `{ allTeachers { ${times(300, (index) => `a${index}: id`)} } }`,
  'a query 3,000 levels deep': `{ ${'a { '.repeat(3_000)} b ${'} '.repeat(3_000)} }`,
  '480 fields of one name': `{ ${times(480, () => 'allTeachers { id }')} }`,
  '200 fragments in a circle': `{ allTeachers { ...A0 } } ${times(100, (index) => `fragment A${index} on User { ...A${(index + 1) % 100} }`)}`,
  '90,000 letters of text without an end': `{ visitorAddress(a: """${'x'.repeat(90_000)}`,
  '30,000 brackets': `{ visitorAddress(a: ${'['.repeat(30_000)}`,
};
