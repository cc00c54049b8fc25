const files = (...patterns: readonly string[]) => new RegExp(patterns.join('|').replaceAll('/', String.raw`[\\/]`));

const frame = files(
  'web/staff/(?:apollo|controls|lists|shell|toasts)/',
  'web/staff/(?:staff-area|operations\\.|persisted\\.|zod-)',
  'web/staff/auth/(?:access-token|login-info|session|sign-out|staff-session)',
  'web/staff/users/(?:use-own-id|use-user-actions|user-offers|user-status|user-words)',
  'web/staff/classes/staff-name',
  'node_modules/zod/',
);
const blueprint = files('@blueprintjs/(?:core|icons)/');
// Blueprint's look and what changes it. A style sheet without code would come last, and outdo all that is ours.
const look = files('@blueprintjs/core/lib/(?:css|esm/common)/', '@fontsource-variable/roboto/', 'web/staff/theme/');
const fields = files('node_modules/(?:react-)?final-form/', 'web/staff/forms/(?!pict|file|use-file)', 'schema/');
const uploads = files('web/staff/(?:pictures|sounds)/', 'web/staff/forms/(?:pict|file|use-file)');
const books = files('web/staff/(?:textbooks|lessons|contents|ordering)/');

/**
 * How the code of staff's screens travels. Left alone each shared module is a file, forty of them to a screen, and a
 * third of the bytes are headers. So what is shared travels with the frame, with any form, or with others of its kind;
 * what one screen alone needs stays with it.
 */
export const staffGroups = [
  { name: 'look', test: look },
  { name: 'blueprint', test: blueprint, minShareCount: 4 },
  { name: 'staff', test: frame },
  { name: 'forms', test: fields, minShareCount: 2 },
  { name: 'uploads', test: uploads, minShareCount: 2 },
  { name: 'books', test: books, minShareCount: 2 },
  { name: 'users', test: files('web/staff/users/'), minShareCount: 2 },
  { name: 'classes', test: files('web/staff/classes/'), minShareCount: 2 },
  { name: 'wall', test: files('web/staff/community/'), minShareCount: 2 },
];
