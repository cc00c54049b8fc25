/** Screens and tools that a child's first visit does not need, loaded on demand. */
const later = [
  'not-found',
  'features/(?:check|contents|community|games|players|posting|record|scanner)/',
  'features/lessons/(?:unit-detail|unit-list|content-cards)',
  'features/classes/class-completed',
  'features/profiles/(?:remove-profile|grown-up-check)',
  'platform/sending/(?!waiting-works)',
  'platform/sounds/(?!quiet|sound-keeper)',
  'platform/(?:offline/keep-unit|i18n/japanese-slices)',
  'ui/sending/(?!waiting-chip)',
  'ui/art/(?:class-parade|content-type)',
];

/** The modules of a child's first visit, which form one chunk. */
export const studentFirst = new RegExp(`web/student/(?!${later.join('|')})`.replaceAll('/', String.raw`[\\/]`));
