import i18next from 'i18next';
import type { ClientProblem } from '#web/shared/apollo/problem.ts';
import { messageText } from '#web/shared/i18n/message-text.ts';
import { paths } from '#web/paths.ts';
import { isSessionEnd } from '#web/staff/platform/session/login-info.ts';
import { leaveWithoutAsking } from '#web/staff/platform/unsaved-work.ts';
import { showToast } from './toast-store.ts';

/** The messages of section 8 by status, and those for refused files. */
const byStatus = {
  0: 'messages.networkError',
  400: 'messages.badRequest',
  401: 'messages.unauthorized',
  403: 'messages.forbidden',
  404: 'messages.notFound',
  413: 'messages.fileTooLarge',
  415: 'messages.unsupportedMediaType',
  500: 'messages.internalError',
  503: 'messages.serviceUnavailable',
} as const;

const shortLived = [400, 401, 403, 404];
const redirectAfter = 6000;
let redirect: ReturnType<typeof setTimeout> | undefined;

const isListed = (status: number): status is keyof typeof byStatus => status in byStatus;

/** The text for a problem: its message key in this language, else the server's detail, else the text for its status. */
export function problemText(problem: ClientProblem): string {
  const lasting = lastingProblem(problem);
  return messageText(lasting) ?? lasting;
}

/** The limits without a text of their own. For these, the text says how long to wait. */
const generalLimits: readonly (string | undefined)[] = [undefined, 'messages.tooManyRequests', 'messages.proofNeeded'];

/**
 * The text of a problem that stays on the page. Returns the message key, so that the text follows the language; returns
 * the text itself if the message has values.
 */
export function lastingProblem({ status, retryAfter, messageKey, messageValues, detail }: ClientProblem): string {
  if (status === 429 && retryAfter !== undefined && generalLimits.includes(messageKey)) {
    return i18next.t('messages.rateLimited', { minutes: Math.max(1, Math.ceil(retryAfter / 60)) });
  }
  if (messageKey !== undefined && messageText(messageKey) !== undefined) return messageKey;
  const knownText = messageKey === undefined ? undefined : messageText(messageKey, messageValues);
  return knownText ?? (detail || (isListed(status) ? byStatus[status] : 'messages.unexpectedServerError'));
}

export function problemDuration(status: number): number {
  return shortLived.includes(status) ? 3000 : 5000;
}

/** Shows a problem, except that of a session's end, for which the session shows its own toast. */
export function toastProblem(problem: ClientProblem): void {
  if (!isSessionEnd(problem)) toastSignInProblem(problem);
}

/** Shows a problem of a user who has no session yet, such as a wrong password. */
export function toastSignInProblem(problem: ClientProblem): void {
  if (problem.cancelled) return;
  showToast({
    message: problemText(problem),
    severity: 'error',
    autoHideDuration: problemDuration(problem.status),
  });
  if (problem.status === 503) redirect ??= setTimeout(goToRoot, redirectAfter);
}

// A whole page load: the root belongs to the students' area. Forms have kept their drafts.
function goToRoot(): void {
  redirect = undefined;
  leaveWithoutAsking();
  window.location.assign(paths.root);
}
