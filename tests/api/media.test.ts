import { eq } from 'drizzle-orm';
import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { communityPosts, media, profiles } from '#api/ground/db/schema.ts';
import { createSignedLinks } from '#api/ground/http/signed-links.ts';
import { problemOf } from '#tests/support/answers.ts';
import { storeMedia } from '#tests/support/stored-media.ts';
import { keptApi } from '#tests/support/kept-world.ts';

const world = keptApi();
let sound: Awaited<ReturnType<typeof store>>;
const bytes = Buffer.from(Array.from({ length: 1000 }, (_unused, index) => index % 256));

beforeAll(async () => {
  sound = await store({ content: bytes, fileName: 'ねこ cat.wav' });
});

const store = (file: Parameters<typeof storeMedia>[1]) => storeMedia(world.services, file);

const get = (url: string) => supertest(world.apiUrl).get(`/api${url}`).responseType('blob');
const linkTo = ({ id, fileName }: { id: string; fileName: string }) => world.services.links.media(id, fileName).url;

const contentOf = ({ body }: { body: unknown }): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

describe('a signed link', () => {
  test('streams the file as something to look at and never to run', async () => {
    const answer = await get(linkTo(sound)).expect(200);
    expect(contentOf(answer).equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': '1000',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'accept-ranges': 'bytes',
      'content-disposition': `inline; filename="?? cat.wav"; filename*=UTF-8''%E3%81%AD%E3%81%93%20cat.wav`,
    });
    expect(answer.headers['cache-control']).toMatch(/^private, max-age=\d+, immutable$/);
  });

  test('stays the same all day, so that browsers keep the file', () => {
    const day = 86_400_000;
    const at = (now: number) => createSignedLinks('key', () => now).media('id', 'a.png').url;
    expect(at(20_000 * day)).toBe(at(20_001 * day - 1));
    expect(at(20_000 * day)).not.toBe(at(20_001 * day));
  });

  test('is another one from the next day and the next key on, in the process that made it before too', () => {
    let [now, key] = [0, Buffer.from('key')];
    const links = createSignedLinks(
      () => [key],
      () => now,
    );
    const urls = [links.media('id', 'a.png').url];
    now += 86_400_000;
    urls.push(links.media('id', 'a.png').url);
    key = Buffer.from('another key');
    urls.push(
      links.media('id', 'a.png').url,
      links.media('id/small', 'a.png').url,
      links.smallPicture('id', 'a.png').url,
    );
    expect(new Set(urls).size).toBe(5);
    const anew = createSignedLinks('another key', () => now);
    expect(links.media('id', 'a.png')).toEqual(anew.media('id', 'a.png'));
  });

  test('lasts at least a day and then is over', () => {
    const day = 86_400_000;
    let now = 20_001 * day - 1;
    const links = createSignedLinks('key', () => now);
    const query = Object.fromEntries(new URL(links.media('id', 'a.png').url, 'http://x').searchParams);
    const opens = () => links.secondsLeft(['media', 'id', 'a.png'], query) !== undefined;
    now += day;
    expect(opens()).toBe(true);
    now += 1;
    expect(opens()).toBe(false);
  });

  test('opens nothing when forged: another file, name, expiry, signature, place, or none at all', async () => {
    const other = await store({ content: bytes });
    const url = linkTo(sound);
    const query = url.slice(url.indexOf('?'));
    const forged = [
      `/media/${other.id}/${encodeURIComponent(sound.fileName)}${query}`,
      `/media/${sound.id}/evil.html${query}`,
      `/media/${sound.id}/small/${encodeURIComponent(sound.fileName)}${query}`,
      `/downloads/class-qr/${sound.id}/${encodeURIComponent(sound.fileName)}${query}`,
      url.replace(/expires=\d+/, 'expires=99999999999'),
      url.replace(/expires=\d+/, 'expires=1'),
      url.replace(/expires=(\d+)/, 'expires=$1&expires=$1'),
      url.replace(/signature=.*/, 'signature='),
      url.replace(/signature=.*/, `signature=${'A'.repeat(43)}`),
      url.slice(0, url.indexOf('?')),
      createSignedLinks('another key').media(sound.id, sound.fileName).url,
    ];
    for (const path of forged) {
      const refusal = await problemOf(supertest(world.apiUrl).get(`/api${path}`), 403);
      expect(refusal.messageKey, path).toBe('messages.linkExpired');
    }
  });

  test('to what never was, is deleted or has lost its file answers 404', async () => {
    const { links, db, storage } = world.services;
    await get(links.media(newId(), 'a.png').url).expect(404);
    await get(links.media('../../etc/passwd', 'a.png').url).expect(404);
    const deleted = await store({ content: bytes });
    await db.delete(media).where(eq(media.id, deleted.id));
    await get(linkTo(deleted)).expect(404);
    const lost = await store({ content: bytes });
    await storage.remove(lost.storageKey);
    await get(linkTo(lost)).expect(404);
  });

  test("to a child's picture opens for everybody while its post is approved, for its own while it waits, and for staff while it is there", async () => {
    const { db, links } = world.services;
    const [post] = await db.select().from(communityPosts).where(eq(communityPosts.kind, 'image')).limit(1);
    const [picture] = await db
      .select()
      .from(media)
      .where(eq(media.id, post?.mediaId ?? ''));
    if (!post || !picture) throw new Error('The demo school has no picture on a wall');
    const { id, fileName } = picture;
    const shown = [links.media(id, fileName).url, links.smallPicture(id, fileName).url];
    const own = [links.ownMedia(id, fileName).url, links.ownSmallPicture(id, fileName).url];
    const staff = [links.staffMedia(id, fileName).url, links.staffSmallPicture(id, fileName).url];
    const answers = async (urls: string[]) => Promise.all(urls.map(async (url) => (await get(url)).status));
    const become = (change: Partial<typeof communityPosts.$inferInsert>) =>
      db.update(communityPosts).set(change).where(eq(communityPosts.id, post.id));

    await become({ state: 'approved' });
    expect(await answers([...shown, ...own, ...staff])).toEqual([200, 200, 200, 200, 200, 200]);
    await become({ state: 'pending' });
    expect(await answers([...shown, ...own, ...staff])).toEqual([404, 404, 200, 200, 200, 200]);
    await become({ state: 'hidden' });
    expect(await answers([...shown, ...own, ...staff])).toEqual([404, 404, 404, 404, 200, 200]);
    await become({ state: 'approved', deletedAt: new Date() });
    expect(await answers([...shown, ...own, ...staff])).toEqual([404, 404, 404, 404, 404, 404]);
    await become({ deletedAt: null });
    await db.update(profiles).set({ deletedAt: new Date() }).where(eq(profiles.id, post.profileId));
    expect(await answers([...shown, ...own, ...staff])).toEqual([404, 404, 404, 404, 404, 404]);
  });

  test('to what everybody sees does not become one for own eyes, nor the other way round', async () => {
    const url = linkTo(sound);
    const query = url.slice(url.indexOf('?'));
    for (const view of ['own', 'own-small', 'staff', 'staff-small', 'small', 'phone', 'tablet', 'constructor'])
      await get(`/media/${sound.id}/${view}/${encodeURIComponent(sound.fileName)}${query}`).expect(
        view === 'constructor' ? 404 : 403,
      );
  });
});

describe('parts and repeats of a file', () => {
  const ranged = (range: string) => get(linkTo(sound)).set('range', range);

  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=990-', 990, 999],
    ['bytes=-5', 995, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=900-5000', 900, 999],
    ['bytes=0-9,5-19', 0, 19],
  ])('%s is answered with that part', async (range, start, end) => {
    const answer = await ranged(range).expect(206);
    expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/1000`);
    expect(answer.headers['content-length']).toBe(String(end - start + 1));
    expect(contentOf(answer).equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  test('a part beyond the end is a 416 that tells the size', async () => {
    const { headers } = await ranged('bytes=1000-').expect(416);
    expect(headers['content-range']).toBe('bytes */1000');
  });

  test.each(['bytes=0-1,500-501', 'lines=1-2', 'bytes=x'])('%s is answered with the whole', async (range) => {
    expect(contentOf(await ranged(range).expect(200)).equals(bytes)).toBe(true);
  });

  test('a part of another edition is answered with the whole', async () => {
    const { headers } = await get(linkTo(sound)).expect(200);
    await ranged('bytes=0-9').set('if-range', String(headers.etag)).expect(206);
    await ranged('bytes=0-9').set('if-range', '"another"').expect(200);
  });

  test('what the browser has already is not sent again', async () => {
    const { headers } = await get(linkTo(sound)).expect(200);
    await get(linkTo(sound)).set('if-none-match', String(headers.etag)).expect(304);
    await get(linkTo(sound)).set('if-none-match', '"another"').expect(200);
  });

  test('HEAD tells the size and sends nothing', async () => {
    const { headers } = await supertest(world.apiUrl)
      .head(`/api${linkTo(sound)}`)
      .expect(200);
    expect(headers['content-length']).toBe('1000');
  });
});
