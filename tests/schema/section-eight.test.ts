import { expect, test } from 'vitest';
import en from '../../locales/en/messages.json' with { type: 'json' };
import jp from '../../locales/jp/messages.json' with { type: 'json' };
import { sourceFiles } from '#tests/support/source-files.ts';

// Section 8 written down a second time, letter for letter, with the key that carries each message. `{0}` is `{{name}}` here.
const messages: readonly (readonly [key: keyof typeof en, words: string])[] = [
  ['badRequest', 'Bad Request.'],
  ['forbidden', 'Forbidden'],
  ['unauthorized', 'You are not authorized to this function.'],
  ['notFound', 'Record not found'],
  ['bookNotFound', 'Book not found'],
  ['serviceUnavailable', 'The webapp has been inactive, please contact your administrator.'],
  ['internalError', 'An unexpected error occurred.'],
  ['unexpectedServerError', 'An unexpected server error occurred.'],
  ['sessionExpired', 'Session expired, please log in again.'],
  ['validationFailed', 'Validation failed'],
  ['checkEmailAndPassword', 'Please check Email and Password'],
  ['accountDeactivated', 'Your account has been deactivated.'],
  ['accountNotActivated', 'Your account has not been activated.'],
  ['linkExpired', 'This url has expired.'],
  ['emailExists', 'The email already exists.'],
  ['linkInvalid', 'The link has been expired or invalid.'],
  ['passwordReused', 'Your new password cannot be the same as your current password. Please try another password.'],
  ['shortCodeExists', 'Short Code text already exists.'],
  ['videoTooLong', 'Video length must be less than 2 minutes.'],
  ['couldNotDelete', 'Could not delete {{name}}. They are associated with a Class'],
  ['checkAndResubmit', 'Please check and resubmit.'],
  // Section 5's.
  ['passRequire', 'Password is required.'],
  ['passMinLength', 'Password must be at least 8 characters long.'],
  ['confirmPasswordField', 'Please make sure your passwords match.'],
  ['endDateAfterStart', 'End date must be after start date'],
  ['endDateTooFar', 'End date must not be more than 2 years after the start date'],
  ['maxSecondaryTeachers', 'Class has a maximum of 5 secondary teachers'],
  ['emailRequire', 'Email is required'],
  ['firstNameRequire', 'First Name is required'],
  ['lastNameRequire', 'Last Name is required'],
  ['roleRequire', 'Role is required'],
  ['invalidEmail', 'Incorrect email format'],
  ['invalidPhone', 'Invalid phone format'],
  ['profileNameRequire', 'Please enter name'],
];

test.each(messages)('messages.%s says “%s”', (key, words) => {
  expect(en[key]).toBe(words);
  expect(jp[key]).not.toBe('');
});

// A message without a code that uses it is dead text.
test('every message is said by some code', () => {
  const code = sourceFiles('schema', 'api', 'gateway', 'web')
    .map(({ text }) => text)
    .join('\n');
  const silent = Object.keys(en).filter((key) => !new RegExp(`\\bmessages\\.${key}\\b`).test(code));
  expect(silent).toEqual([]);
});
