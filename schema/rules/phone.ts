import { PhoneType } from '../rest/enumerations.ts';

const digitsOf: Record<PhoneType, number> = { [PhoneType.LANDLINE]: 10, [PhoneType.MOBILE]: 11 };

// The separators that people type between the groups, the dashes of Japanese keyboards included.
const grouping = /[\s().\-‐‑‒–—―−ー]/gu;

/** The digits of a number typed in any grouping and width; a leading 0 replaces Japan's country code. */
export function phoneDigits(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(grouping, '')
    .replace(/^\+810?/, '0');
}

/** The type of a number by its count of digits: 10 for a landline, 11 for a mobile; undefined for any other count. */
export function phoneTypeOf(digits: string): PhoneType | undefined {
  if (!/^[0-9]+$/.test(digits)) return undefined;
  return Object.values(PhoneType).find((type) => digitsOf[type] === digits.length);
}

/** A stored number in the mask of its type: `####-##-####` or `###-####-####`. */
export function maskedPhone(digits: string): string {
  return phoneTypeOf(digits) === PhoneType.LANDLINE
    ? digits.replace(/^(.{4})(.{2})(.{4})$/, '$1-$2-$3')
    : digits.replace(/^(.{3})(.{4})(.{4})$/, '$1-$2-$3');
}
