import { isObject } from '#web/shared/is-object.ts';
import { patterns, paths } from '#web/shared/paths.ts';
import { isPreview } from '#web/student/platform/preview.ts';
import type { ContentType } from '#web/student/operations.generated.ts';

/** A content's details (section 3); missing details count as empty. */
export interface ContentDetails {
  readonly classHashCode: string | null;
  readonly type: ContentType | null;
}

export interface EntryQuestion {
  readonly pathname: string;
  /** The query string with its `?`, or empty. */
  readonly search: string;
  readonly params: { readonly classHashCode?: string | undefined; readonly contentHashCode?: string | undefined };
  readonly hasActiveProfile: boolean;
  readonly hasProfiles: boolean;
  /** Undefined until the details are loaded. */
  readonly content: ContentDetails | undefined;
}

/** The navigation state of the redirect, which tells the profiles page where to return. */
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
  // Beyond the specification's five paths: a grown-up checks the device before any child has a profile on it.
  patterns.check,
  // The page of a card activates the card's child, so it needs no active profile.
  patterns.studentCard,
];

/** The router ignores case and a trailing slash; so does the rule. */
const normal = (pathname: string): string => pathname.toLowerCase().replace(/\/+$/, '');

/**
 * The entry rule of section 2. Its first sentence redirects everyone without an active profile to the profiles page.
 * Its second sentence admits contents, except recordings on a device with profiles. The second is more specific, so it
 * wins for contents.
 */
export function entryRule(question: EntryQuestion): EntryDecision {
  const { pathname, search, params, hasActiveProfile, hasProfiles, content } = question;
  if (hasActiveProfile || openPaths.includes(normal(pathname))) return { kind: 'stay' };

  const { contentHashCode } = params;
  const ofContent = contentHashCode !== undefined;
  // Without profiles a content never redirects, so its details are not needed. Staff who preview have no profile.
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

/**
 * The entry rule's state in a history entry, or null. Browsers keep history entries across updates of the app, so the
 * state is validated.
 */
export function entryStateOf(state: unknown): EntryState | null {
  if (!isObject(state)) return null;
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
