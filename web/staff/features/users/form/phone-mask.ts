import { PhoneType } from '#schema/rest/enumerations.ts';
import { phoneDigits } from '#schema/rules/phone.ts';

/** Digits to a group: `####-##-####` and `###-####-####` (spec, section 3). */
const groups = { [PhoneType.LANDLINE]: [4, 2, 4], [PhoneType.MOBILE]: [3, 4, 4] } as const;

const onlyDigits = /^[0-9]*$/;

/** The form's value for the text of the field: its digits, or the text itself while it is no phone number. */
export function keptPhone(typed: string): string {
  const text = typed.normalize('NFKC').trim();
  const digits = phoneDigits(text);
  // A prefix such as +81 is parsed on blur, because the user may still be typing the digits after it.
  return text.startsWith('+') || !onlyDigits.test(digits) ? typed : digits;
}

/** The text of the field: the digits in the groups of the mask; any other text as it was typed. */
export function shownPhone(kept: string, type: PhoneType): string {
  const [first, second, third] = groups[type];
  if (!onlyDigits.test(kept) || kept.length > first + second + third) return kept;
  const parts = [kept.slice(0, first), kept.slice(first, first + second), kept.slice(first + second)];
  return parts.filter((part) => part !== '').join('-');
}

/** The number of digits before a position in the text. */
export const digitsBefore = (text: string, place: number): number => [...text.slice(0, place)].filter(isDigit).length;

/** The position after `digits` digits. `beyond` skips a following separator, after a forward deletion. */
export function placeAfter(text: string, digits: number, beyond = false): number {
  let [place, seen] = [0, 0];
  while (seen < digits && place < text.length) {
    if (isDigit(text.charAt(place))) seen += 1;
    place += 1;
  }
  return beyond && place < text.length && !isDigit(text.charAt(place)) ? place + 1 : place;
}

const isDigit = (character: string): boolean => /^[0-9]$/.test(character.normalize('NFKC'));
