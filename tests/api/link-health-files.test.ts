import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { checkAllLinks } from '#api/domains/link-health/night.ts';
import { contents, linkChecks, textbooks } from '#api/ground/db/schema.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { makePushAndListenItem } from '#tests/support/teaching.ts';
import { ownLinks } from './link-nights.ts';

const { world, db, night, listed, aBook, aFile } = ownLinks();

describe('files', () => {
  test('that are missing, shorter or changed are listed at once; those that are well are not', async () => {
    const { book, content } = await aBook();
    const [kept, missing, shorter, changed] = await Promise.all(['kept', 'lost', 'shorter', 'change'].map(aFile));
    if (!kept || !missing || !shorter || !changed) throw new Error('no files');
    const { storage } = world.services;
    await storage.remove(missing.storageKey);
    await storage.put(shorter.storageKey, Readable.from(['short']));
    await storage.put(changed.storageKey, Readable.from(['CHANGE']));
    await content({ pageImageMediaId: kept.id });
    await content({ pageImageMediaId: missing.id });
    await content({ type: ContentType.RECORD, audioMediaId: shorter.id });
    const push = await content({ type: ContentType.PUSH_AND_LISTEN, pageImageMediaId: kept.id });
    await makePushAndListenItem(db(), { contentId: push.id, audioMediaId: changed.id, position: 0, name: 'apple' });
    await db().update(textbooks).set({ thumbnailMediaId: missing.id }).where(eq(textbooks.id, book.id));
    await night();
    expect(
      (await listed()).map(({ kind, problem, itemName, fileName, link }) => [kind, problem, itemName, fileName, link]),
    ).toEqual([
      ['cover', 'missing', null, 'page.png', null],
      ['picture', 'missing', null, 'page.png', null],
      ['sound', 'changed', null, 'page.png', null],
      ['itemSound', 'changed', 'apple', 'page.png', null],
    ]);
  });

  test('leave the list when they are back, and when their content is deleted or has another', async () => {
    const { content } = await aBook();
    const [back, deleted, replaced, by] = await Promise.all(['a', 'b', 'c', 'd'].map(aFile));
    if (!back || !deleted || !replaced || !by) throw new Error('no files');
    for (const { storageKey } of [back, deleted, replaced]) await world.services.storage.remove(storageKey);
    await content({ pageImageMediaId: back.id });
    const gone = await content({ pageImageMediaId: deleted.id });
    const other = await content({ pageImageMediaId: replaced.id });
    await night();
    expect(await listed()).toHaveLength(3);
    await db().update(contents).set({ deletedAt: new Date() }).where(eq(contents.id, gone.id));
    await db().update(contents).set({ pageImageMediaId: by.id }).where(eq(contents.id, other.id));
    // At once, before the next night.
    expect(await listed()).toHaveLength(1);
    await world.services.storage.put(back.storageKey, Readable.from(['a']));
    await night();
    expect(await listed()).toEqual([]);
    expect(await db().$count(linkChecks)).toBe(2);
  });

  test('are read up to so many bytes a night, and not at all while database and store are apart', async () => {
    const { content } = await aBook();
    for (let at = 0; at < 3; at += 1) {
      const file = await aFile('ten bytes.');
      await world.services.storage.remove(file.storageKey);
      await content({ pageImageMediaId: file.id });
    }
    const apart = { check: async () => ({ state: 'apart' as const, reason: 'lost-mark' as const, words: '' }) };
    await checkAllLinks(
      { ...world.services, store: { ...world.services.store, ...apart } },
      new AbortController().signal,
    );
    expect(await listed()).toHaveLength(0);
    await night({ bytes: 11, atOnce: 1 });
    expect(await listed()).toHaveLength(2);
    await night({ bytes: 11, atOnce: 1 });
    expect(await listed()).toHaveLength(3);
  });
});
