import { unmask } from '#web/shared/apollo/masks.ts';
import { studentClient } from '#web/student/platform/apollo/student-client.ts';
import {
  ContentPageDocument,
  PushAndListenDocument,
  type ContentPageQuery,
  type PushAndListenQuery,
} from '#web/student/features/contents/content-page.lazy.generated.ts';
import {
  UnitPageDocument,
  type ContentTileFragment,
  type UnitPageQuery,
} from '#web/student/features/lessons/units.lazy.generated.ts';
import { pagePictureUrl } from '#web/student/platform/device/page-picture.ts';
import { storedAt, storedUnits, marker, unitCache, withRoom } from '#web/student/platform/device/stored-units.ts';

/** The maximum of units whose pictures and sounds are stored on the device. */
const most = 6;

/** Fetches all files of a unit's pages one after the other, for use without a network. */
export async function storeUnit(hashCode: string, signal: AbortSignal): Promise<void> {
  const cache = await unitCache(hashCode);
  if (isOfToday(await storedAt(cache))) return mark(cache);
  const added = (url: string): Promise<boolean> =>
    withRoom(() => cache.add(url), hashCode).then(
      () => true,
      () => false,
    );
  const wanted = await filesOf(hashCode, signal);
  let missing = 0;
  for (const url of wanted) {
    if (signal.aborted) return;
    const isThere = (await cache.match(url)) !== undefined || (await added(url));
    if (!isThere) missing += 1;
  }
  // Missing files are fetched on the next visit of the unit.
  if (missing > 0) return;
  const neededUrls = new Set(wanted.map((url) => new URL(url, window.location.href).href));
  for (const request of await cache.keys()) if (!neededUrls.has(request.url)) await cache.delete(request);
  await mark(cache);
  await makeRoom();
}

const mark = (cache: Cache): Promise<void> => cache.put(marker, new Response(String(Date.now())));

/** Whether the time is today in UTC: the addresses of files change at midnight in UTC. */
const isOfToday = (at: number): boolean =>
  new Date(at).toISOString().slice(0, 10) === new Date().toISOString().slice(0, 10);

/** Deletes the units beyond the maximum that were visited longest ago. */
async function makeRoom(): Promise<void> {
  const old = (await storedUnits()).slice(most);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The addresses of a unit's pictures and sounds. The queries store their answers themselves (stored-answers-link.ts). */
async function filesOf(hashCode: string, signal: AbortSignal): Promise<string[]> {
  const unit = await studentClient.query<UnitPageQuery>({ query: UnitPageDocument, variables: { hashCode } });
  const urls: (string | undefined)[] = [];
  for (const { hashCode: code, thumbnail } of unmask<ContentTileFragment>(unit.data?.lessonContents ?? [])) {
    if (signal.aborted) break;
    urls.push(thumbnail?.url);
    const page = await studentClient.query<ContentPageQuery>({
      query: ContentPageDocument,
      variables: { hashCode: code },
    });
    const content = page.data?.studentContent;
    urls.push(content?.pageImage ? pagePictureUrl(content.pageImage) : undefined, content?.audio?.url);
    if (content?.type === 'PUSH_AND_LISTEN') urls.push(...(await soundsOf(content.id)));
  }
  return [...new Set(urls.filter((url) => url !== undefined))];
}

async function soundsOf(contentId: string): Promise<string[]> {
  const { data } = await studentClient.query<PushAndListenQuery>({
    query: PushAndListenDocument,
    variables: { contentId },
  });
  return (data?.studentPushAndListen ?? []).map(({ audio }) => audio.url);
}
