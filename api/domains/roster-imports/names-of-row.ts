import type { PackageRow } from './read-package.ts';

/*
 * Names as the Japan profile has them: the preferred name is the one that a person is called by, the kana are the reading
 * of it. A name in Japanese writing stands family name first.
 */

// A placeholder for the missing half of a one-word name: both columns are required.
const noName = '・';

const japanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The two halves of a staff name. */
export function staffNameOf({ cells }: PackageRow) {
  const firstName = cells['preferredGivenName'] || cells['givenName'] || '';
  const lastName = cells['preferredFamilyName'] || cells['familyName'] || '';
  return { firstName, lastName };
}

/** A child's name as the class shows it. */
export function childNameOf(row: PackageRow): string {
  const { firstName, lastName } = staffNameOf(row);
  const middleName = row.cells['preferredMiddleName'] || row.cells['middleName'] || '';
  return inOrder({ firstName, middleName, lastName });
}

/** The reading of a child's name in kana; empty when the package has none. */
export const childReadingOf = ({ cells }: PackageRow): string =>
  inOrder({
    firstName: cells['metadata.jp.kanaGivenName'] ?? '',
    middleName: cells['metadata.jp.kanaMiddleName'] ?? '',
    lastName: cells['metadata.jp.kanaFamilyName'] ?? '',
  });

interface Names {
  readonly firstName: string;
  readonly middleName: string;
  readonly lastName: string;
}

function inOrder({ firstName, middleName, lastName }: Names): string {
  const parts = japanese.test(lastName + firstName)
    ? [lastName, middleName, firstName]
    : [firstName, middleName, lastName];
  return parts.filter((part) => part !== '' && part !== noName).join(' ');
}

/** A name in two halves, which `childNameOf` puts together again. */
export function halvesOf(name: string): { readonly givenName: string; readonly familyName: string } {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  const [first = '', ...rest] = words;
  if (rest.length === 0) return { givenName: first || noName, familyName: noName };
  if (japanese.test(name)) return { familyName: first, givenName: rest.join(' ') };
  return { givenName: words.slice(0, -1).join(' '), familyName: rest.at(-1) ?? '' };
}
