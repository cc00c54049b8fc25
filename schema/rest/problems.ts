import { anyone } from '../access.ts';

/** The statuses of an operation besides its success and those of every operation. */
export type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503 | 507;

/**
 * The meaning of each status for one operation, as the manual of the GraphQL schema prints it after the code: message
 * keys in backquotes, then the reason.
 */
export type Problems = Readonly<Partial<Record<ProblemStatus, string>>>;

// OpenAPI derives these statuses from access and input.
const derived: ReadonlySet<number> = new Set([400, 401, 403]);

/** The expected statuses beyond 400, 401, 403 and 500. */
export function problemStatuses({ problems = {} }: { readonly problems?: Problems }): number[] {
  return Object.keys(problems)
    .map(Number)
    .filter((status) => !derived.has(status));
}

/** Texts that several operations share. */
export const rulesOfInput = 'by the rules of the input';
export const notFound = '`messages.notFound`';
export const unknownCode =
  '`messages.notFound` for every unknown code alike, `messages.printedCodeDeleted` for one of something that was deleted, `messages.printedCodeReplaced` for a QR code of a content that got a new one';
export const unknownBook =
  '`messages.bookNotFound` for every unknown code alike, `messages.printedCodeDeleted` for one of a book that was deleted';
export const changedMeanwhile =
  '`messages.changedMeanwhile` when `version` is old, with `name` and `when` of the last change in `messageValues`';
export const printedLock =
  '`messages.textBookPrinted` while the textbook is locked as printed (`setPrintLock`), with its `name` and the `edition` in `messageValues`';
export const classCompleted = '`messages.classCompleted`';
export const blockedFromClass = '`messages.blockedFromClass` for a profile or device that staff blocked from the class';
export const tooManyRequests = '`messages.tooManyRequests`';
export const proofNeeded =
  '`messages.tooManyRequests`; `messages.proofNeeded` with `proof` (`challenge`, `bits`) past the limits, for the `proof` of the body';
export const tooManyMails = '`messages.tooManyMails` when others had 20 mails sent to the address within a day';
export const tooManyCodes = 'after 60 unknown codes a minute from one address';
export const tooManySuch = 'after 60 such a minute from one address';
export const tooManyTokens = 'after 60 unknown tokens a minute from one address';
export const tooManyPasswords = 'when more than 20 passwords wait to be hashed';

/** For operations that anyone with a code can call. */
export const openedByCode = {
  access: anyone,
  whose: 'the code opens it',
  problems: { 404: unknownCode, 429: tooManyCodes },
} as const;
export const openedByBookCode = { ...openedByCode, problems: { 404: unknownBook, 429: tooManyCodes } } as const;
