import { isRecord } from '#web/shared/storage.ts';
import { patterns, paths } from '#web/paths.ts';
import { isPreview } from '#web/student/platform/preview.ts';
import type { ContentType } from '#web/student/operations.generated.ts';

/** What a content's details say (section 3); missing details count as empty. */
export interface ContentDetails {
  readonly classHashCode: string | null;
  readonly type: ContentType | null;
}

export interface EntryQuestion {
  readonly pathname: string;
  /** With its `?`, or empty. */
  readonly search: string;
  readonly params: { readonly classHashCode?: string | undefined; readonly contentHashCode?: string | undefined };
  readonly hasActiveProfile: boolean;
  readonly hasProfiles: boolean;
  /** `undefined` until they were fetched. */
  readonly content: ContentDetails | undefined;
}

/** Travels with the redirect, so that the profiles page knows the way back. */
export interface EntryState {
  readonly origin: 'content' | 'class';
  readonly returnTo: string;
  readonly isRecord: boolean;
  readonly classHashCode: string | null;
}

export type EntryDecision =
  | { readonly kind: 'stay' }
  | { readonly kind: 'fetch-content'; readonly contentHashCode: string }
  | { readonly kind: 'redirect'; readonly to: string; readonly state: EntryState };

const openPaths: readonly string[] = [
  patterns.profiles,
  patterns.classCompleted,
  patterns.communityList,
  patterns.communityPreview,
  patterns.gameList,
  // Beyond the five: a grown-up looks at the device before any child has a profile on it.
  patterns.check,
];

/** The router takes any case and a slash at the end; so does the rule. */
const normal = (pathname: string): string => pathname.toLowerCase().replace(/\/+$/, '');

/**
 * The entry rule of section 2. Its first sentence sends everybody without an active profile to the profiles page; its second
 * lets contents through unless they are recordings on a device with profiles. The second is the narrower, so it wins for contents.
 */
export function entryRule(question: EntryQuestion): EntryDecision {
  const { pathname, search, params, hasActiveProfile, hasProfiles, content } = question;
  if (hasActiveProfile || openPaths.includes(normal(pathname))) return { kind: 'stay' };

  const { contentHashCode } = params;
  const ofContent = contentHashCode !== undefined;
  // Without profiles a content never redirects, so nothing has to be asked; staff who look at a page are nobody's profile.
  if (ofContent && (!hasProfiles || isPreview(search))) return { kind: 'stay' };
  if (ofContent && content === undefined) return { kind: 'fetch-content', contentHashCode };

  const isRecord = content?.type === 'RECORD';
  if (ofContent && !isRecord) return { kind: 'stay' };

  const ofRoute = params.classHashCode ?? new URLSearchParams(search).get('class');
  const classHashCode = ofRoute || (ofContent ? content?.classHashCode : null) || null;
  return {
    kind: 'redirect',
    to: paths.profiles({ class: classHashCode ?? undefined }),
    state: { origin: ofContent ? 'content' : 'class', returnTo: pathname + search, isRecord, classHashCode },
  };
}

/** The entry rule's state in a history entry, or null: the browser keeps such entries over updates of the app. */
export function entryStateOf(state: unknown): EntryState | null {
  if (!isRecord(state)) return null;
  const { origin, returnTo, classHashCode } = state;
  if (origin !== 'content' && origin !== 'class') return null;
  if (typeof returnTo !== 'string' || !returnTo.startsWith(`${patterns.student}/`)) return null;
  return {
    origin,
    returnTo,
    isRecord: state.isRecord === true,
    classHashCode: typeof classHashCode === 'string' ? classHashCode : null,
  };
}
