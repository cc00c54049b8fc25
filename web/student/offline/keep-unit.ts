import { studentClient } from '#web/student/apollo/student-client.ts';
import {
  ContentPageDocument,
  PushAndListenDocument,
  UnitPageDocument,
  type ContentPageQuery,
  type PushAndListenQuery,
  type UnitPageQuery,
} from '#web/student/operations.generated.ts';

const prefix = 'unit ';
/** Units whose pictures and sounds stay on the device; of more, those opened longest ago go. */
const most = 6;
/** Milliseconds for which a unit is not fetched again. */
const fresh = 12 * 60 * 60 * 1000;
const marker = '/kept/at';

/** Fetches whatever a unit's pages show and play, one after the other, so that they are there without a network too. */
export async function keepUnit(hashCode: string, signal: AbortSignal): Promise<void> {
  const cache = await makeRoom(hashCode);
  const at = await (await cache.match(marker))?.text();
  if (at !== undefined && Date.now() - Number(at) < fresh) return;
  const wanted = await filesOf(hashCode, signal);
  for (const url of wanted) {
    if (signal.aborted) return;
    if (!(await cache.match(url))) await cache.add(url).catch(() => undefined);
  }
  // Addresses of files change with the day.
  const kept = new Set(wanted.map((url) => new URL(url, window.location.href).href));
  for (const request of await cache.keys()) if (!kept.has(request.url)) await cache.delete(request);
  await cache.put(marker, new Response(String(Date.now())));
}

/** The unit's own store, as the newest; older units make room. */
async function makeRoom(hashCode: string): Promise<Cache> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== prefix + hashCode);
  await Promise.all(others.slice(0, Math.max(0, others.length + 1 - most)).map((name) => caches.delete(name)));
  return caches.open(prefix + hashCode);
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
