import type { ClientProblem } from '#web/shared/apollo/problem.ts';

/**
 * Reasons why a work is not on the wall, by the key of their text for children, and whether the same work may be sent
 * again.
 */
const canResendAfter = {
  sendOffline: true,
  sendResting: true,
  sendFailed: true,
  sendTooMany: true,
  sendTomorrow: true,
  sendShelfFull: true,
  sendWallFull: true,
  sendNotYourClass: true,
  // Staff may open the class again.
  sendClassFinished: true,
  sendTooLong: false,
  sendBroken: false,
} as const;

export type SendProblem = keyof typeof canResendAfter;

export const isSendWords = (value: unknown): value is SendProblem =>
  typeof value === 'string' && Object.hasOwn(canResendAfter, value);

/** Whether the child can send the same work again. */
export const canResend = (words: SendProblem): boolean => canResendAfter[words];

/** The texts for children by the server's message keys. */
const byKey: Readonly<Record<string, SendProblem>> = {
  recordingBroken: 'sendBroken',
  recordingCutOff: 'sendBroken',
  codecNotAllowed: 'sendBroken',
  audioTypeNotAllowed: 'sendBroken',
  imageTypeNotAllowed: 'sendBroken',
  videoTypeNotAllowed: 'sendBroken',
  pictureBroken: 'sendBroken',
  pictureTooManyPixels: 'sendBroken',
  videoExpected: 'sendBroken',
  recordingTooLong: 'sendTooLong',
  videoTooLong: 'sendTooLong',
  fileTooLarge: 'sendTooLong',
  tooManyUploads: 'sendTooMany',
  tooManyRequests: 'sendTooMany',
  tooManyWorksToday: 'sendTomorrow',
  profileStorageFull: 'sendShelfFull',
  classStorageFull: 'sendWallFull',
  schoolStorageFull: 'sendWallFull',
  storageFull: 'sendWallFull',
  classCompleted: 'sendClassFinished',
};

/** The reason behind a message key; without a known key it is `sendFailed`. */
export function refusalOf(messageKey: string | null | undefined): SendProblem {
  const key = messageKey?.replace('messages.', '') ?? '';
  return (Object.hasOwn(byKey, key) ? byKey[key] : undefined) ?? 'sendFailed';
}

/** Why the server did not accept a work. */
export function refusalBy(problem: Pick<ClientProblem, 'status' | 'code' | 'messageKey'>): SendProblem {
  const { status, messageKey } = problem;
  if (status === 429) return messageKey === 'messages.tooManyWorksToday' ? 'sendTomorrow' : 'sendTooMany';
  if (status === 0) return 'sendOffline';
  // The server is busy, or a proxy does not reach the server. The sender tries again by itself.
  if (status === 502 || status === 503 || status === 504) return 'sendResting';
  // The class has another code, the profile has not joined the class, or the profile's token has ended.
  if (status === 401 || status === 403 || status === 404) return 'sendNotYourClass';
  return refusalOf(messageKey);
}

/**
 * Whether the problem is temporary: no network, a proxy in the way, a busy server, or a page that is older than its
 * server.
 */
export function isTemporary(problem: Pick<ClientProblem, 'status' | 'code'>): boolean {
  const { status, code } = problem;
  return code === 'PERSISTED_QUERY_NOT_FOUND' || status === 0 || status === 429 || (status >= 500 && status !== 507);
}
