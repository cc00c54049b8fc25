import type { ClientProblem } from '#web/shared/apollo/problem.ts';

/** What the server's message keys are for a child, and whether the same recording may be sent again. */
const byKey = {
  'messages.recordingBroken': { words: 'sendBroken', again: false },
  'messages.recordingCutOff': { words: 'sendBroken', again: false },
  'messages.codecNotAllowed': { words: 'sendBroken', again: false },
  'messages.audioTypeNotAllowed': { words: 'sendBroken', again: false },
  'messages.recordingTooLong': { words: 'sendTooLong', again: false },
  'messages.fileTooLarge': { words: 'sendTooLong', again: false },
  'messages.tooManyUploads': { words: 'sendTooMany', again: true },
  'messages.tooManyRequests': { words: 'sendTooMany', again: true },
  'messages.profileStorageFull': { words: 'sendShelfFull', again: true },
  'messages.classStorageFull': { words: 'sendWallFull', again: true },
  'messages.storageFull': { words: 'sendWallFull', again: true },
  'messages.classCompleted': { words: 'sendClassFinished', again: false },
} as const;

const failed = { words: 'sendFailed', again: true } as const;
const offline = { words: 'sendOffline', again: true } as const;
const notYourClass = { words: 'sendNotYourClass', again: false } as const;

const isKnown = (key: string): key is keyof typeof byKey => Object.hasOwn(byKey, key);

/** Why a recording is not on the wall, in words for a child, and the one next step. */
export type Refusal = (typeof byKey)[keyof typeof byKey] | typeof failed | typeof offline | typeof notYourClass;

/** What a rejected recording's message key says. */
export const refusalOf = (messageKey: string | null | undefined): Refusal =>
  messageKey && isKnown(messageKey) ? byKey[messageKey] : failed;

/** What kept a recording from being taken by the server. */
export function refusalBy({ status, messageKey }: Pick<ClientProblem, 'status' | 'messageKey'>): Refusal {
  if (status === 0) return offline;
  // The profile has not joined the class, or no longer exists.
  if (status === 401 || status === 403 || status === 404) return notYourClass;
  return status === 429 ? byKey['messages.tooManyUploads'] : refusalOf(messageKey);
}
