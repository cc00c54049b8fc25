interface Name {
  readonly firstName: string;
  readonly lastName: string;
}

/** A character by which a name is known to be one whose family name comes first. */
export const eastAsian = /[\u3040-\u30ff\u3400-\u9fff]/;

/** A name in its own order, whatever the language of the page: 鈴木 美咲, Emily Brown. */
export function staffName({ firstName, lastName }: Name): string {
  const parts = eastAsian.test(`${firstName}${lastName}`) ? [lastName, firstName] : [firstName, lastName];
  return parts.join(' ').trim();
}
