import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordChange } from '#api/domains/audit/record.ts';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog, communityPosts, communityReactions, contents, pageViews, schools } from '#api/ground/db/schema.ts';
import { cleanUp } from '#api/domains/retention/clean-up.ts';
import { ReactionType } from '#schema/rest/enumerations.ts';
import type { TrashKind } from '#schema/rest/trash.ts';
import { makeClass, makeContent, makePushAndListenItem, makeTextBook } from '#tests/support/teaching.ts';
import { keepViews, wrongRollups } from '#tests/support/kept-views.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makePast } from './nightly-past.ts';
import { aClass, aProfile, makePlace, type Place } from './samples/place.ts';
import { addStaff } from './school.ts';
import { openTrash } from './trash-can.ts';

const world = keptApi();
let place: Place;
let past: ReturnType<typeof makePast>;
let can: ReturnType<typeof openTrash>;

beforeAll(async () => {
  past = makePast(world);
});
beforeEach(async () => {
  place = await makePlace(world);
  can = openTrash(place);
});

const db = () => world.services.db;
const night = () => cleanUp({ services: world.services, signal: new AbortController().signal });

describe('the night after thirty days in the trash', () => {
  test('removes each kind of thing for good, and nothing that has a day left or was never deleted', async () => {
    const kinds = async (days: number | undefined): Promise<[TrashKind, string][]> => {
      const { book, lesson, content, item } = await can.aBook();
      const other = await can.aBook();
      const [another, last] = [await can.aBook(), await can.aBook()];
      const post = await can.aPost();
      const rows: [TrashKind, string][] = [
        ['push_and_listen_items', item.id],
        ['contents', other.content.id],
        ['lessons', another.lesson.id],
        ['textbooks', last.book.id],
        ['community_posts', post.id],
        ['profiles', (await aProfile(place)).id],
        ['classes', (await aClass(place)).id],
        ['users', (await addStaff(world, { role: 'Teacher' })).id],
      ];
      if (days === undefined)
        return [...rows, ['textbooks', book.id], ['lessons', lesson.id], ['contents', content.id]];
      for (const [kind, id] of rows) await past.deleted(kind, id, days);
      return rows;
    };
    const [gone, waiting, living] = [await kinds(30.01), await kinds(29.9), await kinds(undefined)];
    const counts = await night();
    const there = (rows: [TrashKind, string][]) => Promise.all(rows.map(([kind, id]) => past.has(kind, id)));
    expect(await there(gone)).toEqual(gone.map(() => false));
    expect(await there(waiting)).toEqual(waiting.map(() => true));
    expect(await there(living)).toEqual(living.map(() => true));
    for (const [kind] of gone) expect([kind, counts[kind]]).not.toEqual([kind, 0]);
    // Everything is done, so the next night finds nothing.
    expect(Object.values(await night()).every((count) => count === 0)).toBe(true);
  });

  test('takes the parts with the whole, a living part too', async () => {
    const { book, lesson, content, item } = await can.aBook();
    const { classId, profileId, id: postId } = await can.aPost();
    await past.deleted('textbooks', book.id, 31);
    await past.deleted('classes', classId, 31);
    await night();
    const gone: [TrashKind, string][] = [
      ['textbooks', book.id],
      ['lessons', lesson.id],
      ['contents', content.id],
      ['push_and_listen_items', item.id],
      ['classes', classId],
      ['community_posts', postId],
    ];
    for (const [kind, id] of gone) expect([kind, await past.has(kind, id)]).toEqual([kind, false]);
    expect(await past.has('profiles', profileId)).toBe(true);
  });

  test('leaves a textbook that a class still needs, until the class has gone', async () => {
    const book = await makeTextBook(db());
    const { id: classId } = await makeClass(db(), { textbookId: book.id });
    await past.deleted('textbooks', book.id, 40);
    await past.deleted('classes', classId, 20);
    await night();
    expect([await past.has('textbooks', book.id), await past.has('classes', classId)]).toEqual([true, true]);
    await past.deleted('classes', classId, 31);
    await night();
    expect([await past.has('textbooks', book.id), await past.has('classes', classId)]).toEqual([false, false]);
  });
});

describe('files', () => {
  test('go with what showed them, originals and what was made of them, unless something else does', async () => {
    const { lesson } = place;
    const image = { kind: 'image', contentType: 'image/webp' } as const;
    const [page, sound, shared] = [await past.aFile(image), await past.aFile(), await past.aFile()];
    const { id: contentId } = await makeContent(db(), { lessonId: lesson.id, position: 1, pageImageMediaId: page.id });
    const item = { contentId, position: 0 };
    await makePushAndListenItem(db(), { ...item, audioMediaId: sound.id });
    await makePushAndListenItem(db(), { ...item, audioMediaId: shared.id });
    await db().update(contents).set({ audioMediaId: shared.id }).where(eq(contents.id, place.content.id));
    const community = { ...image, purpose: 'community' } as const;
    const [photo, card] = [await past.aFile(community), await past.aFile(community)];
    const { id: classId } = await aClass(place);
    const { id: profileId } = await aProfile(place, classId);
    const post = await past.aPost({ classId, profileId, mediaId: photo.id, thumbnailMediaId: card.id });
    await past.deleted('contents', contentId, 31);
    await past.deleted('community_posts', post.id, 31);
    await night();
    for (const file of [page, sound, photo, card]) expect(await past.kept(file)).toEqual([false, false, false]);
    expect(await past.kept(shared)).toEqual([true, true, true]);
  });

  test('that were uploaded and never shown go after a week; a sound stays in its list', async () => {
    const image = { kind: 'image', contentType: 'image/webp' } as const;
    const old = new Date(Date.now() - 8 * 86_400_000);
    const unused = await past.aFile({ ...image, createdAt: old });
    const young = await past.aFile(image);
    const logo = await past.aFile({ ...image, createdAt: old });
    await db().insert(schools).values({ id: newId(), name: 'With a logo', logoMediaId: logo.id });
    const sound = await past.aFile({ createdAt: old });
    await night();
    expect(await past.kept(unused)).toEqual([false, false, false]);
    expect(await past.kept(young)).toEqual([true, true, true]);
    expect(await past.kept(logo)).toEqual([true, true, true]);
    expect(await past.kept(sound)).toEqual([true, true, true]);
  });
});

describe('a person that is gone for good', () => {
  test('of the staff keeps the name in the log of what they did', async () => {
    const member = await addStaff(world, { role: 'Teacher', firstName: 'Mika', lastName: 'Ono' });
    const entityId = newId();
    const author = { userId: member.id, requestId: newId() };
    await db().transaction((tx) => recordChange(tx, author, { action: 'update', entity: 'classes', entityId }));
    await past.deleted('users', member.id, 31);
    await night();
    const [entry] = await db().select().from(auditLog).where(eq(auditLog.entityId, entityId));
    expect(entry).toMatchObject({ actorId: null, actorName: 'Mika Ono' });
  });

  test('and a child leaves no name, no reaction and no trace of who looked', async () => {
    const { id: classId } = await aClass(place);
    const [child, friend] = [await aProfile(place, classId), await aProfile(place, classId)];
    const post = await past.aPost({ classId, profileId: friend.id, likeCount: 5, heartCount: 1 });
    await db()
      .insert(communityReactions)
      .values([
        { postId: post.id, profileId: child.id, type: ReactionType.LIKE, count: 3 },
        { postId: post.id, profileId: friend.id, type: ReactionType.LIKE, count: 2 },
        { postId: post.id, profileId: friend.id, type: ReactionType.HEART, count: 1 },
      ]);
    const eventId = newId();
    await keepViews(world.services, { eventId, profileId: child.id, durationMs: 5 });
    await can.remove('profiles', child.id);
    const [before] = await db().select().from(auditLog).where(eq(auditLog.entityId, child.id));
    expect(before?.entityName).toBe('ひなた');
    await past.deleted('profiles', child.id, 31);
    await night();
    const [entry] = await db().select().from(auditLog).where(eq(auditLog.entityId, child.id));
    expect(JSON.stringify(entry)).not.toContain('ひなた');
    expect(entry?.action).toBe('delete');
    const [liked] = await db().select().from(communityPosts).where(eq(communityPosts.id, post.id));
    expect(liked).toMatchObject({ likeCount: 2, heartCount: 1 });
    const [seen] = await db().select().from(pageViews).where(eq(pageViews.eventId, eventId));
    expect(seen).toMatchObject({ profileId: null, durationMs: 5 });
    expect(await wrongRollups(world.services)).toEqual([]);
  });
});
