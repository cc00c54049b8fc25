import { randomBytes, randomInt } from 'node:crypto';
import { v7 } from 'uuid';

// No look-alike digits and letters (0 O, 1 I L, 2 Z, 5 S, 8 B, U V), and no vowels, so that codes spell no words.
const classCodeAlphabet = '34679CDFGHJKMNPQRTVWXY';
const classCodeLength = 8;

/** A row's id: UUID version 7, so ids grow with time and indexes stay dense. */
export function newId(): string {
  return v7();
}

/** A code that opens a class, book, unit or page: 128 random bits as 22 URL-safe characters. */
export function newHashCode(): string {
  return randomBytes(16).toString('base64url');
}

/** A class code that can be read aloud and typed: 8 characters in upper case, without look-alike characters. */
export function newClassCode(): string {
  return Array.from({ length: classCodeLength }, () =>
    classCodeAlphabet.charAt(randomInt(classCodeAlphabet.length)),
  ).join('');
}
