import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { removeFiles } from '#api/domains/media/write.ts';
import { storeMedia } from '#tests/support/stored-media.ts';
import { keptApi } from '#tests/support/kept-world.ts';

const world = keptApi();

const store = (file: Parameters<typeof storeMedia>[1]) => storeMedia(world.services, file);

const get = (url: string) => supertest(world.apiUrl).get(`/api${url}`).responseType('blob');
const contentOf = ({ body }: { body: unknown }): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));

describe('the smaller versions of a picture', () => {
  test('is made once, also when thirty tablets ask at the same moment', async () => {
    const content = await sharp({ create: { width: 1240, height: 1754, channels: 3, background: '#2FA36B' } })
      .png()
      .toBuffer();
    const picture = await store({ content, kind: 'image', contentType: 'image/png', fileName: 'page.png' });
    const { url } = world.services.links.smallPicture(picture.id, picture.fileName);
    const answers = await Promise.all(Array.from({ length: 30 }, () => get(url).expect(200)));
    for (const answer of answers) {
      expect(answer.headers['content-type']).toBe('image/webp');
      expect(await sharp(contentOf(answer)).metadata()).toMatchObject({ format: 'webp', width: 339, height: 480 });
    }
    const arriving = join(world.services.settings.dataDir, 'media', 'arriving');
    expect(await readdir(arriving)).toEqual([]);
  });

  test('there is none of a sound', async () => {
    const sound = await store({ content: Buffer.from('RIFF'), fileName: 'cat.wav' });
    const { links } = world.services;
    const { phoneUrl, tabletUrl } = links.pagePicture(sound.id, sound.fileName);
    for (const url of [links.smallPicture(sound.id, sound.fileName).url, phoneUrl, tabletUrl])
      await get(url).expect(404);
  });

  test('a page has two more, for a phone and a tablet, and never more pixels than it has', async () => {
    const picture = async (width: number, height: number) => {
      const content = await sharp({ create: { width, height, channels: 3, background: '#2FA36B' } })
        .jpeg()
        .toBuffer();
      return store({ content, kind: 'image', contentType: 'image/jpeg', fileName: 'page.jpg', width, height });
    };
    const sizesOf = async ({ id, fileName, storageKey }: Awaited<ReturnType<typeof picture>>) => {
      const { url, phoneUrl, tabletUrl } = world.services.links.pagePicture(id, fileName);
      const answers = await Promise.all([url, phoneUrl, tabletUrl].map((one) => get(one).expect(200)));
      expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBe(3);
      const sized = await Promise.all(answers.map((answer) => sharp(contentOf(answer)).metadata()));
      return { storageKey, sizes: sized.map(({ format, width, height }) => `${format} ${width}x${height}`) };
    };
    const large = await sizesOf(await picture(2480, 3508));
    expect(large.sizes).toEqual(['jpeg 2480x3508', 'webp 905x1280', 'webp 1448x2048']);
    const webp = await sharp({ create: { width: 1000, height: 1500, channels: 3, background: '#2FA36B' } })
      .webp()
      .toBuffer();
    const made = {
      kind: 'image',
      contentType: 'image/webp',
      fileName: 'page.webp',
      width: 1000,
      height: 1500,
    } as const;
    const { id, fileName } = await store({ content: webp, ...made });
    const links = world.services.links.pagePicture(id, fileName);
    const bodies = await Promise.all([links.phoneUrl, links.tabletUrl].map(async (url) => contentOf(await get(url))));
    expect(bodies.map((body) => body.equals(webp))).toEqual([false, true]);
    const little = await sizesOf(await picture(600, 400));
    expect(little.sizes).toEqual(['jpeg 600x400', 'webp 600x400', 'webp 600x400']);

    const { storage } = world.services;
    const left = async () =>
      Promise.all(['', '.phone', '.tablet'].map((size) => storage.size(large.storageKey + size)));
    expect(await left()).not.toContain(undefined);
    await removeFiles(storage, large.storageKey);
    expect(await left()).toEqual([undefined, undefined, undefined]);
  });
});
