import { createHmac, timingSafeEqual } from 'node:crypto';
import { BoundedCache } from '#api/ground/bounded-cache.ts';
import type { FileLink, PagePicture } from '#schema/rest/values.ts';

/** Makes and checks the gateway's short-lived paths to files; every API process with the same key agrees on them. */
export interface SignedLinks {
  /** A stored file, to be shown in a page. */
  media(mediaId: string, fileName: string): FileLink;
  /** A stored picture at the size of a card. */
  smallPicture(mediaId: string, fileName: string): FileLink;
  /** A stored picture of a page, and the same at the sizes of two screens. */
  pagePicture(mediaId: string, fileName: string): PagePictureLinks;
  /**
   * `media` and `smallPicture` for the child who made the post: they also open while the post waits for approval. None
   * of the four opens a hidden post.
   */
  ownMedia(mediaId: string, fileName: string): FileLink;
  ownSmallPicture(mediaId: string, fileName: string): FileLink;
  /** The same two for the staff who decide on a post: they open while it waits or is hidden, until it is deleted. */
  staffMedia(mediaId: string, fileName: string): FileLink;
  staffSmallPicture(mediaId: string, fileName: string): FileLink;
  /** A picture made on request, the same URL all day: `/downloads/<kind>/<id>/<fileName>`. */
  download(kind: string, id: string, fileName: string): FileLink;
  /** A file that was made on request, for the `holder` who asked for it; the link opens for ten minutes. */
  shortDownload(kind: string, id: string, fileName: string, holder?: string): FileLink;
  /**
   * The seconds for which a path still opens, or undefined when its signature is wrong or its time is over. `path` is
   * the signed path, decoded part by part: `['media', id, fileName]`, `['downloads', kind, id, fileName]`. The
   * signature covers the query's `holder` too.
   */
  secondsLeft(path: readonly string[], query: LinkQuery): number | undefined;
}

export type PagePictureLinks = Omit<PagePicture, 'width' | 'height'>;

/** The query of a signed path as Express reads it: whatever the caller has sent. */
export interface LinkQuery {
  readonly expires?: unknown;
  readonly signature?: unknown;
  readonly holder?: unknown;
}

interface LinkTerms {
  /** In seconds since 1970. */
  readonly expires: number;
  readonly holder?: string | undefined;
}

/** How many links a process keeps, twice: about 250 bytes each. */
const linksOfDay = 20_000;
const daySeconds = 86_400;
const shortSeconds = 600;

/** `keys` returns the keys that verify; the first one also signs. A single key never changes. */
export function createSignedLinks(
  keys: string | Uint8Array | (() => readonly Uint8Array[]),
  now: () => number = Date.now,
): SignedLinks {
  const all = typeof keys === 'function' ? keys : () => [keys];
  const nowSeconds = () => Math.floor(now() / 1000);

  // JSON keeps the parts apart, so that no two paths sign alike, whatever their parts contain.
  const signBy = (key: string | Uint8Array, path: readonly string[], expires: number): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([...path, expires]))
      .digest('base64url');

  const sign = (path: readonly string[], expires: number): string => {
    const [key] = all();
    if (key === undefined) throw new Error('There is no key to sign links with');
    return signBy(key, path, expires);
  };

  // The end of the next day: one URL a day, so that browsers can keep the file, and never less than a day to use it.
  const endOfTomorrow = () => (Math.floor(nowSeconds() / daySeconds) + 2) * daySeconds;

  const link = (path: readonly string[], fileName: string, { expires, holder }: LinkTerms): FileLink => {
    const parts = path.map(encodeURIComponent).join('/');
    const signature = sign(holder === undefined ? path : [...path, holder], expires);
    const ofHolder = holder === undefined ? '' : `&holder=${encodeURIComponent(holder)}`;
    return { url: `/${parts}?expires=${expires}&signature=${signature}${ofHolder}`, fileName };
  };

  // The links of a day, since lists show the same files again and again.
  let ofDay: { readonly key: unknown; readonly expires: number; readonly urls: BoundedCache<string> } | undefined;
  const daily = (folders: readonly string[], fileName: string): FileLink => {
    const [key] = all();
    const expires = endOfTomorrow();
    if (ofDay?.expires !== expires || ofDay.key !== key) ofDay = { key, expires, urls: new BoundedCache(linksOfDay) };
    // No folder holds a line break, so that no two paths have the same key.
    const url = ofDay.urls.getOrCreate(
      `${folders.join('\n')}\n${fileName}`,
      () => link([...folders, fileName], fileName, { expires }).url,
    );
    return { url, fileName };
  };

  return {
    media: (mediaId, fileName) => daily(['media', mediaId], fileName),
    smallPicture: (mediaId, fileName) => daily(['media', mediaId, 'small'], fileName),
    pagePicture: (mediaId, fileName) => ({
      ...daily(['media', mediaId], fileName),
      phoneUrl: daily(['media', mediaId, 'phone'], fileName).url,
      tabletUrl: daily(['media', mediaId, 'tablet'], fileName).url,
    }),
    ownMedia: (mediaId, fileName) => daily(['media', mediaId, 'own'], fileName),
    ownSmallPicture: (mediaId, fileName) => daily(['media', mediaId, 'own-small'], fileName),
    staffMedia: (mediaId, fileName) => daily(['media', mediaId, 'staff'], fileName),
    staffSmallPicture: (mediaId, fileName) => daily(['media', mediaId, 'staff-small'], fileName),
    download: (kind, id, fileName) => daily(['downloads', kind, id], fileName),
    shortDownload: (kind, id, fileName, holder) =>
      link(['downloads', kind, id, fileName], fileName, { expires: nowSeconds() + shortSeconds, holder }),
    secondsLeft(asked, { expires, signature, holder }) {
      const path = typeof holder === 'string' ? [...asked, holder] : asked;
      if (typeof expires !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(expires)) return undefined;
      const left = Number(expires) - nowSeconds();
      const signed = () => all().some((key) => isSame(signature, signBy(key, path, Number(expires))));
      return left > 0 && signed() ? left : undefined;
    },
  };
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
