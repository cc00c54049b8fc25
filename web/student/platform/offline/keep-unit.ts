import { studentClient } from '#web/student/platform/apollo/student-client.ts';
import {
  ContentPageDocument,
  PushAndListenDocument,
  UnitPageDocument,
  type ContentPageQuery,
  type PushAndListenQuery,
  type UnitPageQuery,
} from '#web/student/operations.generated.ts';
import { keptAt, keptUnits, marker, unitCache, withRoom } from '#web/student/platform/device/kept-units.ts';

/** Units whose pictures and sounds stay on the device. */
const most = 6;

/** Fetches whatever a unit's pages show and play, one after the other, so that they are there without a network too. */
export async function keepUnit(hashCode: string, signal: AbortSignal): Promise<void> {
  const cache = await unitCache(hashCode);
  if (isOfToday(await keptAt(cache))) return mark(cache);
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
  // What could not be had now is asked for when the unit is opened again.
  if (missing > 0) return;
  const kept = new Set(wanted.map((url) => new URL(url, window.location.href).href));
  for (const request of await cache.keys()) if (!kept.has(request.url)) await cache.delete(request);
  await mark(cache);
  await makeRoom();
}

const mark = (cache: Cache): Promise<void> => cache.put(marker, new Response(String(Date.now())));

/** Addresses of files change with the day, at midnight in UTC. */
const isOfToday = (at: number): boolean =>
  new Date(at).toISOString().slice(0, 10) === new Date().toISOString().slice(0, 10);

/** Of more units than stay, those opened longest ago go. */
async function makeRoom(): Promise<void> {
  const old = (await keptUnits()).slice(most);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The addresses of a unit's pictures and sounds; its answers are kept on the way (kept-answers-link.ts). */
async function filesOf(hashCode: string, signal: AbortSignal): Promise<string[]> {
  const unit = await studentClient.query<UnitPageQuery>({ query: UnitPageDocument, variables: { hashCode } });
  const urls: (string | undefined)[] = [];
  for (const { hashCode: code, thumbnail } of unit.data?.lessonContents ?? []) {
    if (signal.aborted) break;
    urls.push(thumbnail?.url);
    const page = await studentClient.query<ContentPageQuery>({
      query: ContentPageDocument,
      variables: { hashCode: code },
    });
    const content = page.data?.studentContent;
    urls.push(content?.pageImage?.url, content?.audio?.url);
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
