const files = (...patterns: readonly string[]) => new RegExp(patterns.join('|').replaceAll('/', String.raw`[\\/]`));

const frame = files(
  'web/paths',
  'web/staff/(?:shell/(?!required-second-step)|ui/(?:controls|jobs|lists)|platform/(?:apollo|session|toasts))/',
  'web/staff/(?:staff-area|operations\\.|persisted\\.|platform/(?:navigation|screen-handle|unsaved-|while-|zod-))',
  'web/staff/features/users/(?:actions/(?!user-menu)|user-status|user-words)',
  'node_modules/zod/',
);
const blueprint = files('@blueprintjs/(?:core|icons)/');
// Blueprint's styles and our changes of them in one chunk. A style sheet without code would come last and override our
// styles.
const look = files(
  '@blueprintjs/core/lib/(?:css|esm/common)/',
  '@fontsource-variable/roboto/',
  'web/staff/platform/theme/',
);
const fields = files(
  'node_modules/(?:react-)?final-form/',
  'web/staff/ui/forms/(?!pict|file|use-file)',
  'web/staff/features/users/form/name-fields',
  'schema/',
);
const uploads = files(
  'web/staff/(?:ui/pictures|features/sounds|platform/uploads)/',
  'web/staff/ui/forms/(?:pict|file|use-file)',
);
const books = files('web/staff/(?:features/(?:curriculum|textbooks|lessons|contents|qr-codes)|ui/ordering)/');

/**
 * The chunks of the staff app. Without groups every shared module would be a file, forty per screen, and a third of the
 * bytes would be headers. Shared code goes into chunks for the frame, for forms, or for its kind; code of one screen
 * stays with the screen.
 */
export const staffGroups = [
  { name: 'look', test: look },
  { name: 'blueprint', test: blueprint, minShareCount: 4 },
  { name: 'staff', test: frame },
  { name: 'forms', test: fields, minShareCount: 2 },
  { name: 'uploads', test: uploads, minShareCount: 2 },
  { name: 'books', test: books, minShareCount: 2 },
  { name: 'users', test: files('web/staff/features/users/'), minShareCount: 2 },
  { name: 'classes', test: files('web/staff/features/classes/'), minShareCount: 2 },
  { name: 'wall', test: files('web/staff/features/community/'), minShareCount: 2 },
];
