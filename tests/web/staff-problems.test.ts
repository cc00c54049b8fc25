import '#tests/support/dom.ts';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import en from '../../locales/en/messages.json' with { type: 'json' };
import jp from '../../locales/jp/messages.json' with { type: 'json' };
import { ownWords } from '#tests/support/own-words.ts';
import { takeToasts } from '#tests/support/toasts.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { setLoginInfo } from '#web/staff/platform/session/login-info.ts';
import {
  problemDuration,
  problemText,
  toastProblem,
  toastSignInProblem,
} from '#web/staff/platform/toasts/problem-toast.ts';

ownWords({ en: { messages: en }, jp: { messages: jp } });
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the words for a problem', () => {
  test.each([
    [0, 'Can’t reach the server. Check your connection.', 5000],
    [400, 'Bad Request.', 3000],
    [401, 'You are not authorized to this function.', 3000],
    [403, 'Forbidden', 3000],
    [404, 'Record not found', 3000],
    [500, 'An unexpected error occurred.', 5000],
    [502, 'An unexpected server error occurred.', 5000],
    [418, 'An unexpected server error occurred.', 5000],
    [503, 'The webapp has been inactive, please contact your administrator.', 5000],
  ])('of status %i', (status, words, duration) => {
    expect(problemText({ status, cancelled: false })).toBe(words);
    expect(problemDuration(status)).toBe(duration);
  });

  test('are those of its message key in the language of the page', async () => {
    const problem = { status: 403, messageKey: 'messages.accountDeactivated', detail: 'English', cancelled: false };
    await i18next.changeLanguage('jp');
    expect(problemText(problem)).toBe('このアカウントは無効になっています。');
    await i18next.changeLanguage('en');
    expect(problemText(problem)).toBe('Your account has been deactivated.');
  });

  test('are the server’s own when its key is unknown or lacks its values', () => {
    expect(problemText({ status: 409, messageKey: 'messages.nonsense', detail: 'Said so', cancelled: false })).toBe(
      'Said so',
    );
    expect(
      problemText({
        status: 409,
        messageKey: 'messages.couldNotDelete',
        detail: 'Could not delete X',
        cancelled: false,
      }),
    ).toBe('Could not delete X');
  });

  const answered = (extensions: Record<string, unknown>) =>
    problemOf(new CombinedGraphQLErrors({ errors: [{ message: 'Said so', extensions }] }));

  test('are the server’s own where the key is only that of the status', () => {
    const ofStatus = { status: 400, messageKey: 'messages.badRequest' };
    expect(problemText(answered({ ...ofStatus, detail: 'The class is full.' }))).toBe('The class is full.');
    expect(problemText(answered(ofStatus))).toBe('Bad Request.');
  });

  test('name the minutes to wait', () => {
    expect(problemText({ status: 429, retryAfter: 61, cancelled: false })).toBe(
      'Too many attempts. Try again in 2 min.',
    );
  });

  test.each(['messages.tooManyRequests', 'messages.proofNeeded'])('name the minutes to wait for %s', (messageKey) => {
    expect(problemText({ status: 429, messageKey, retryAfter: 61, cancelled: false })).toBe(
      'Too many attempts. Try again in 2 min.',
    );
  });

  test('are the limit’s own words if it has any', () => {
    const problem = { status: 429, messageKey: 'messages.tooManyMails', retryAfter: 86_400, cancelled: false };
    expect(problemText(problem)).toBe('This address has had too many emails today. Try again tomorrow.');
  });
});

describe('the toast of a problem', () => {
  const refused = { status: 401, cancelled: false };
  const words = 'You are not authorized to this function.';
  beforeEach(() => void takeToasts());
  afterEach(() => setLoginInfo(null));

  test('leaves a session that has ended to the session’s own words', () => {
    setLoginInfo({ firstName: 'E', lastName: 'B', role: 'Teacher', accessToken: 'a', refreshToken: 'r' });
    toastProblem(refused);
    expect(takeToasts()).toEqual([words]);
    setLoginInfo(null);
    toastProblem(refused);
    expect(takeToasts()).toEqual([]);
  });

  test('says why somebody without a session was refused', () => {
    setLoginInfo(null);
    toastSignInProblem(refused);
    expect(takeToasts()).toEqual([words]);
  });
});
