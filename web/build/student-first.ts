/** Screens and tools that a child's first visit does not need, loaded on demand. */
const later = [
  '.*[.]lazy[.]generated',
  'not-found',
  'features/(?:board|check|contents|community|games|players|posting|record|scanner)/',
  'features/replies/(?!late-replies)',
  'features/lessons/(?:unit-detail|unit-list|content-cards)',
  'features/classes/class-completed',
  'features/profiles/(?:add/|child/|remove/|codes/(?:code-scanner|take-card)|tiles/class-tiles)',
  'platform/apollo/page-answer',
  'platform/sending/(?!unsent-works)',
  'platform/sounds/(?!mute|page-sounds)',
  'platform/(?:offline/(?:install|store-unit)|i18n/japanese-slices|change-progress|content-ahead|content-finished|own-switches|share-progress)',
  'ui/sending/(?!unsent-chip)',
  'ui/controls/(?:film|pager)',
  'ui/frame/language-sheet',
  'ui/art/(?:class-parade|content-type|empty-state-drawings)',
];

/** The modules of a child's first visit, which form one chunk. */
export const studentFirst = new RegExp(`web/student/(?!${later.join('|')})`.replaceAll('/', String.raw`[\\/]`));

/** The modules that every page loads for an active child. The settings use some of them too. */
export const childHere =
  /web[\\/]student[\\/](features[\\/]board[\\/]child-here|platform[\\/](own-switches|share-progress))/;
