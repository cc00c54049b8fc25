import { isPreview } from '#web/student/platform/preview.ts';
import { trackedPageOf } from '#schema/rules/tracked-pages.ts';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { profileStore, sessionKeyOf, useStudent } from '#web/student/platform/profiles/profile-store.ts';
import { randomUuid } from '#web/shared/random-uuid.ts';
import { session } from '#web/shared/storage.ts';
import { createPageViews, type ViewedPage, loadViews, saveViews } from './page-views.ts';
import { sendPageView } from './send-page-view.ts';

/** Milliseconds between two heartbeats. */
const heartbeat = 30_000;

const pageViews = createPageViews({
  now: () => Date.now(),
  elapsed: () => performance.now(),
  newId: () => randomUuid(),
  send: sendPageView,
  load: loadViews,
  save: saveViews,
});

/** Counts views of the students' pages while they are visible. Renders nothing. */
export function PageViewTracker(): null {
  const { pathname, search } = useLocation();
  const { info } = useStudent();
  const profileId = info?.id;
  const name = trackedName(pathname, search);

  useEffect(() => {
    if (name === undefined) return undefined;
    pageViews.open({ name, pageUrl: pathname, ...placeNow() }, { profileId, sessionKey: sessionKeyOf(session) });
    return () => pageViews.leave();
  }, [name, pathname, search, profileId]);

  // The class is known only after its page has loaded.
  useEffect(() => pageViews.add(placeNow()), [info]);

  useEffect(() => {
    const stops = new AbortController();
    const { signal } = stops;
    const onVisibility = () => (document.hidden ? pageViews.hide() : pageViews.show());
    document.addEventListener('visibilitychange', onVisibility, { signal });
    window.addEventListener('pagehide', () => pageViews.hide(), { signal });
    window.addEventListener('pageshow', () => pageViews.show(), { signal });
    window.addEventListener('online', () => void pageViews.sendWaiting(), { signal });
    const beats = setInterval(() => pageViews.beat(), heartbeat);
    void pageViews.sendWaiting();
    return () => {
      stops.abort();
      clearInterval(beats);
    };
  }, []);
  return null;
}

/** The class and the book of the active profile. */
function placeNow(): Partial<ViewedPage> {
  const { info } = profileStore.getState();
  if (!info) return {};
  const { textBookId, textBookName, classId, className } = info;
  return { textBookId, textBookName, classId, className };
}

/** Adds the content, unit or book of the open page to its view. */
export function usePageViewOf({ contentId, lessonId, textBookId, textBookName }: Partial<ViewedPage>): void {
  useEffect(() => {
    if (lessonId === undefined) return;
    pageViews.add({
      lessonId,
      ...(contentId === undefined ? {} : { contentId }),
      ...(textBookId ? { textBookId, textBookName: textBookName ?? null } : {}),
    });
  }, [contentId, lessonId, textBookId, textBookName]);
}

/** Adds to the open page's view that a sound, song or video of it was heard to its end. */
export function useHeard(isHeard: boolean): void {
  useEffect(() => {
    if (isHeard) pageViews.add({ heard: true });
  }, [isHeard]);
}

/**
 * The name of a page whose views are counted; undefined for the profiles page (section 9's flag) and for previews of
 * staff.
 */
export function trackedName(pathname: string, search: string): string | undefined {
  if (pathname.includes('profiles') || isPreview(search)) return undefined;
  return trackedPageOf(pathname)?.name;
}
