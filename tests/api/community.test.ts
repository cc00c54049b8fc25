import { eq } from 'drizzle-orm';
import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { signStudentToken } from '#api/domains/auth/tokens.ts';
import { newHashCode, newId } from '#api/ground/db/ids.ts';
import { classProfiles, classes, communityPosts, profiles } from '#api/ground/db/schema.ts';
import { communityPosts as wall } from '#schema/rest/community.ts';
import { answerOf, problemOf } from '#tests/support/answers.ts';
import { makeClass, makeMedia } from '#tests/support/teaching.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { type GreenBook, makeGreenBook } from './green-book.ts';
import { addStaff, tokenOf } from './school.ts';

type NewPost = Partial<typeof communityPosts.$inferInsert>;

const world = keptApi();
let green: GreenBook;
let mia: string;
let ken: string;
let removed: string;

beforeAll(async () => {
  green = await makeGreenBook(world.services.db);
  [mia, ken, removed] = [await addProfile('Mia'), await addProfile('けん'), await addProfile('Gone', new Date())];
});

async function addProfile(name: string, deletedAt: Date | null = null): Promise<string> {
  const id = newId();
  await world.services.db.insert(profiles).values({ id, name, animal: 'rabbit', deletedAt });
  return id;
}

/** A class of the green book with posts on its wall, in the order of their making. */
async function makeWall(posts: readonly NewPost[], over: Partial<typeof classes.$inferInsert> = {}) {
  const { db } = world.services;
  const one = await makeClass(db, { textbookId: green.book.id, ...over });
  const picture = { kind: 'image', purpose: 'community', contentType: 'image/webp', fileName: 'momo.webp' } as const;
  for (const [minute, post] of posts.entries()) {
    await db.insert(communityPosts).values({
      id: newId(),
      classId: one.id,
      profileId: mia,
      kind: 'image',
      state: 'approved',
      mediaId: (await makeMedia(db, picture)).id,
      createdAt: new Date(Date.UTC(2026, 4, 1, 9, minute)),
      ...post,
    });
  }
  return one;
}

const get = (query: Record<string, string>, token?: string) => {
  const sent = supertest(world.apiUrl).get('/api/Community').query(query);
  return token === undefined ? sent : sent.set('authorization', `Bearer ${token}`);
};
const tokenOfChild = (id: string) => signStudentToken(world.services.secrets, id);
const seen = (ClassHashCode: string, token?: string) => answerOf(wall, get({ ClassHashCode }, token));
const titles = (posts: readonly { title: string }[]) => posts.map(({ title }) => title);

describe("a class's wall", () => {
  test('shows whoever holds the code the approved posts alone, newest first', async () => {
    const { classHashCode } = await makeWall([
      { title: 'first' },
      { title: 'waits', state: 'pending' },
      { title: 'hidden', state: 'hidden' },
      { title: 'deleted', deletedAt: new Date() },
      { title: 'without a file yet', mediaId: null },
      { title: 'of a removed profile', profileId: removed },
      { title: 'last', profileId: ken },
    ]);
    expect(titles(await seen(classHashCode))).toEqual(['last', 'first']);
    const staff = await tokenOf(world, await addStaff(world, { role: 'Teacher' }));
    expect(titles(await seen(classHashCode, staff))).toEqual(['last', 'first']);
  });

  test("brings a child's own posts first, those that wait before all, and never another's that waits", async () => {
    const { classHashCode } = await makeWall([
      { title: 'mine' },
      { title: 'mine, waits', state: 'pending' },
      { title: 'mine, hidden', state: 'hidden' },
      { title: 'mine, deleted', state: 'pending', deletedAt: new Date() },
      { title: 'his', profileId: ken },
      { title: 'his, waits', state: 'pending', profileId: ken },
    ]);
    const posts = await seen(classHashCode, await tokenOfChild(mia));
    expect(posts.map(({ title, mine, state }) => [title, mine, state])).toEqual([
      ['mine, waits', true, 'waiting'],
      ['mine', true, 'shown'],
      ['his', false, null],
    ]);
    expect(titles(await seen(classHashCode, 'forged'))).toEqual(['his', 'mine']);
    expect(titles(await seen(classHashCode, await tokenOfChild(removed)))).toEqual(['his', 'mine']);
  });

  test("keeps to the class: one's posts elsewhere stay there", async () => {
    await makeWall([{ title: 'elsewhere' }, { title: 'elsewhere, waits', state: 'pending' }]);
    const { classHashCode } = await makeWall([{ title: 'here' }]);
    expect(titles(await seen(classHashCode, await tokenOfChild(mia)))).toEqual(['here']);
  });

  test('names a child by display name and animal, and tells no id of anybody', async () => {
    const { classHashCode } = await makeWall([{ title: 'a', profileId: ken, likeCount: 3, heartCount: 2 }]);
    const sent = await get({ ClassHashCode: classHashCode }, await tokenOfChild(mia)).expect(200);
    expect(sent.body).toMatchObject([
      { kind: 'image', displayName: 'けん', animal: 'rabbit', likeCount: 3, heartCount: 2, reactionCount: 5 },
    ]);
    expect(sent.text).not.toContain(ken);
    expect(sent.text).not.toContain(mia);
    expect(Object.keys((sent.body as object[])[0] ?? {})).not.toContain('profileId');
  });

  test('links each kind of post to its own file by a signed path', async () => {
    const { db } = world.services;
    const media = { purpose: 'community' } as const;
    const voice = await makeMedia(db, { ...media, fileName: 'voice.wav' });
    const film = await makeMedia(db, { ...media, kind: 'video', contentType: 'video/mp4', fileName: 'film.mp4' });
    const still = await makeMedia(db, { ...media, kind: 'image', fileName: 'still.webp' });
    const { classHashCode } = await makeWall([
      { kind: 'record', mediaId: voice.id },
      { kind: 'video', mediaId: film.id, thumbnailMediaId: still.id },
      { kind: 'image' },
    ]);
    const names = (await seen(classHashCode)).map(({ image, thumbnail, recording, video }) =>
      [image, thumbnail, recording, video].map((link) => link?.fileName ?? null),
    );
    expect(names).toEqual([
      ['momo.webp', 'momo.webp', null, null],
      [null, 'still.webp', null, 'film.mp4'],
      [null, null, 'voice.wav', null],
    ]);
    const [picture] = await seen(classHashCode);
    expect(picture?.image?.url).toMatch(/^\/media\/[\w-]+\/momo\.webp\?expires=\d+&signature=/);
    expect(picture?.thumbnail?.url).toContain('/small/');
  });

  test('ends after 100 shown posts, and adds what waits', async () => {
    const mediaId = (await makeMedia(world.services.db, { purpose: 'community' })).id;
    const many = Array.from({ length: 101 }, (_, index) => ({ title: String(index), mediaId, profileId: ken }));
    const { classHashCode } = await makeWall([{ title: 'waits', state: 'pending', mediaId }, ...many]);
    const posts = await seen(classHashCode, await tokenOfChild(mia));
    expect(posts).toHaveLength(101);
    expect(titles(posts).slice(0, 2)).toEqual(['waits', '100']);
    expect(posts.at(-1)?.title).toBe('1');
  });

  test('shows a child its own older posts too', async () => {
    const mediaId = (await makeMedia(world.services.db, { purpose: 'community' })).id;
    const many = Array.from({ length: 101 }, (_, index) => ({ title: String(index), mediaId, profileId: ken }));
    const { classHashCode } = await makeWall([{ title: 'own', mediaId }, ...many]);
    const posts = await seen(classHashCode, await tokenOfChild(mia));
    expect(titles(posts)).toEqual([
      'own',
      ...many
        .map(({ title }) => title)
        .reverse()
        .slice(0, 100),
    ]);
    expect(titles(await seen(classHashCode))).not.toContain('own');
  });

  test('shows a child 100 posts that wait and 100 that are shown, the newest of each', async () => {
    const mediaId = (await makeMedia(world.services.db, { purpose: 'community' })).id;
    const titled = (word: string, length: number) =>
      Array.from({ length }, (_, index) => ({ title: `${word} ${index}`, mediaId }));
    const waiting = titled('waits', 150).map((post) => ({ ...post, state: 'pending' as const }));
    const shown = titled('shown', 101).map((post) => ({ ...post, profileId: ken }));
    const { classHashCode } = await makeWall([...shown, ...waiting]);
    const newest = (word: string, last: number) => Array.from({ length: 100 }, (_, back) => `${word} ${last - back}`);
    const posts = await seen(classHashCode, await tokenOfChild(mia));
    expect(titles(posts)).toEqual([...newest('waits', 149), ...newest('shown', 100)]);
  });

  test('can be asked for one unit, and knows no unit that students do not see', async () => {
    const { one, two, draft } = green.lessons;
    const { classHashCode: ClassHashCode } = await makeWall([
      { title: 'of unit 1', lessonId: one.id },
      { title: 'of unit 2', lessonId: two.id },
      { title: 'of none' },
      { title: 'waits', lessonId: two.id, state: 'pending' },
    ]);
    const ofUnit = (LessonHashCode: string, token?: string) =>
      answerOf(wall, get({ ClassHashCode, LessonHashCode }, token));
    expect(titles(await ofUnit(two.hashCode))).toEqual(['of unit 2']);
    expect(titles(await ofUnit(two.hashCode, await tokenOfChild(mia)))).toEqual(['waits', 'of unit 2']);
    await get({ ClassHashCode, LessonHashCode: newHashCode() }).expect(404);
    await get({ ClassHashCode, LessonHashCode: draft.hashCode }).expect(404);
  });
});

describe('the code of a wall', () => {
  test('that never was, or whose class students do not see, answers 404 alike', async () => {
    const shapeOf = async (ClassHashCode: string) => {
      const { title, messageKey, detail } = await problemOf(get({ ClassHashCode }), 404);
      return { title, messageKey, detail };
    };
    const never = await shapeOf(newHashCode());
    expect(await shapeOf(green.classes.deleted.classHashCode)).toEqual(never);
    expect(await shapeOf(green.classes.ofDraftBook.classHashCode)).toEqual(never);
  });

  test('is dead the moment it is regenerated', async () => {
    const { id, classHashCode } = await makeWall([{ title: 'still there' }]);
    const fresh = newHashCode();
    await world.services.db.update(classes).set({ classHashCode: fresh }).where(eq(classes.id, id));
    await get({ ClassHashCode: classHashCode }).expect(404);
    expect(titles(await seen(fresh))).toEqual(['still there']);
  });

  test('of a completed class stays readable for its own children, and opens an empty wall for others', async () => {
    const over = { endDate: '2026-04-30', startDate: '2026-04-01' };
    const { id, classHashCode } = await makeWall([{ title: 'a' }, { title: 'waits', state: 'pending' }], over);
    const token = await tokenOfChild(mia);
    expect(await seen(classHashCode, token)).toEqual([]);
    await world.services.db.insert(classProfiles).values({ classId: id, profileId: mia });
    expect(titles(await seen(classHashCode, token))).toEqual(['waits', 'a']);
    expect(await seen(classHashCode)).toEqual([]);
    await world.services.db.update(classProfiles).set({ waiting: true }).where(eq(classProfiles.classId, id));
    expect(await seen(classHashCode, token)).toEqual([]);
  });

  test('is a bad request when it is missing or cannot be one', async () => {
    const missing = await problemOf(get({}), 400);
    expect(missing.errors).toHaveProperty('ClassHashCode');
    await get({ ClassHashCode: 'no code' }).expect(400);
    await get({ ClassHashCode: green.classes.running.classHashCode, LessonHashCode: "' or 1=1" }).expect(400);
  });

  test('is counted when it misses, together with the misses of every other look-up', async () => {
    const from = (path: string, query: Record<string, string>) =>
      supertest(world.apiUrl).get(path).query(query).set('x-forwarded-for', '203.0.113.77');
    for (let miss = 0; miss < 30; miss++) {
      await from('/api/Community', { ClassHashCode: newHashCode() }).expect(404);
      await from('/api/Student/class-detail', { hashCode: newHashCode() }).expect(404);
    }
    await from('/api/Community', { ClassHashCode: newHashCode() }).expect(429);
    await from('/api/Community', { ClassHashCode: green.classes.running.classHashCode }).expect(200);
  });
});
