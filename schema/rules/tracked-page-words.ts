import type { TrackedPageName } from './tracked-pages.ts';

const words = {
  Class: 'pageClass',
  'Unit list': 'pageUnitList',
  'Unit detail': 'pageUnitDetail',
  Content: 'pageContent',
  'Game list': 'pageGameList',
  Community: 'pageCommunity',
  'Community preview': 'pageCommunityPreview',
  'Community upload': 'pageCommunityUpload',
  'Class completed': 'pageClassCompleted',
} as const satisfies Record<TrackedPageName, string>;

export type TrackedPageWord = (typeof words)[TrackedPageName];

/** The key of a page's name among the words of the reports; undefined for a name that no page has today. */
export const trackedPageWord = (name: string): TrackedPageWord | undefined =>
  (words as Readonly<Partial<Record<string, TrackedPageWord>>>)[name];
