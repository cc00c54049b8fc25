import { and, count, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm';
import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import {
  classes,
  communityPosts,
  communityReplies,
  contents,
  media,
  pageViews,
  profiles,
  textbooks,
  users,
} from '#api/ground/db/schema.ts';
import { demoSchoolOf } from '#api/app/demo/demo-school.ts';
import { seedDemoSchool } from '#api/app/demo/seed.ts';
import { roles } from '#schema/access.ts';
import { ClassStatus, ContentType, UserStatus } from '#schema/rest/enumerations.ts';
import type { ResponseOf } from '#schema/rest/operation.ts';
import * as operations from '#schema/rest/students.ts';
import { answerOf } from '#tests/support/answers.ts';
import { signIn } from '#tests/support/people.ts';
import { dayFromNow } from '#tests/support/teaching.ts';
import { keptApi } from '#tests/support/kept-world.ts';

type StudentContent = ResponseOf<typeof operations.studentContentByCode>;

const world = keptApi();

const japanese = /[぀-ヿ一-鿿]/;

describe('the demo school', () => {
  test('has staff of every role and status, with names of both languages, and four who can sign in', async () => {
    const staff = await world.services.db.select().from(users);
    for (const role of roles) expect((await signIn(world, role)).role).toBe(role);
    for (const status of Object.values(UserStatus)) {
      const some = staff.filter((one) => one.status === status);
      expect(some.some(({ lastName }) => japanese.test(lastName))).toBe(true);
      expect(some.some(({ lastName }) => !japanese.test(lastName))).toBe(true);
    }
  });

  test('has published contents of every type, and a draft book', async () => {
    const { db } = world.services;
    const rows = await db.selectDistinct({ type: contents.type }).from(contents).where(isNotNull(contents.publishedAt));
    const types = Object.values(ContentType).filter((type) => type !== ContentType.NONE);
    expect(rows.map(({ type }) => type).sort()).toEqual(types);
    expect(await db.$count(textbooks, isNotNull(textbooks.publishedAt))).toBe(3);
    expect(await db.$count(textbooks, isNull(textbooks.publishedAt))).toBe(1);
  });

  test('has classes that run, are inactive, have ended and have not begun', async () => {
    const { db } = world.services;
    const today = dayFromNow(0);
    const active = eq(classes.status, ClassStatus.ACTIVE);
    expect(await db.$count(classes)).toBe(15);
    expect(await db.$count(classes, eq(classes.status, ClassStatus.INACTIVE))).toBeGreaterThan(0);
    expect(await db.$count(classes, and(active, lt(classes.endDate, today)))).toBeGreaterThan(0);
    expect(await db.$count(classes, and(active, gt(classes.startDate, today)))).toBeGreaterThan(0);
    expect(await db.$count(classes, eq(classes.approvalRequired, false))).toBeGreaterThan(0);
  });

  test('has answers of its teachers, new ones and one that its child has seen, and a voice that plays', async () => {
    const { db, storage } = world.services;
    const replies = await db.select().from(communityReplies);
    expect(replies.filter(({ kind }) => kind === 'stamp')).toHaveLength(4);
    expect(replies.filter(({ seenAt }) => seenAt !== null)).toHaveLength(1);
    expect(replies.every(({ repliedById }) => repliedById !== null)).toBe(true);
    const [voice] = await db
      .select({ key: media.storageKey, profileId: media.profileId, maker: communityPosts.profileId })
      .from(communityReplies)
      .innerJoin(media, eq(media.id, communityReplies.mediaId))
      .innerJoin(communityPosts, eq(communityPosts.id, communityReplies.postId));
    expect(voice?.profileId).toBe(voice?.maker);
    expect(await storage.size(voice?.key ?? '')).toBeGreaterThan(0);
  });

  test('has profiles of both languages, and posts in every state', async () => {
    const { db } = world.services;
    const names = (await db.select({ name: profiles.name }).from(profiles)).map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(40);
    expect(names.filter((name) => japanese.test(name)).length).toBeGreaterThan(10);
    expect(names.filter((name) => /^[A-Z]/.test(name)).length).toBeGreaterThan(10);
    const states = await db
      .select({ state: communityPosts.state, posts: count() })
      .from(communityPosts)
      .groupBy(communityPosts.state);
    expect(states.map(({ state }) => state).sort()).toEqual(['approved', 'hidden', 'pending']);
  });

  test('has been in use for months, up to now, and no address is whole', async () => {
    const { db } = world.services;
    const views = await db
      .select({ at: pageViews.startedAt, ip: pageViews.ipAddress, url: pageViews.pageUrl })
      .from(pageViews);
    const times = views.map(({ at }) => at.getTime());
    const day = 86_400_000;
    expect(Math.min(...times)).toBeLessThan(Date.now() - 100 * day);
    // The school of the tests may have been made a day ago, after its newest views.
    expect(Math.max(...times)).toBeGreaterThan(Date.now() - 2 * day);
    expect(Math.max(...times)).toBeLessThanOrEqual(Date.now());
    for (const { ip } of views) expect(ip).toMatch(/\.0$|::$/);
  });

  test('has children who heard what their class reads, and leaves all of it to be finished', async () => {
    const { pool } = world.services;
    const { rows } = await pool.query<{ heard: number; finished: number }>(
      `select (select count(*)::int from page_views where heard) as heard,
        (select count(*)::int from finished_contents) as finished`,
    );
    expect(rows[0]?.heard).toBeGreaterThan(20);
    expect(rows[0]?.finished).toBe(0);
  });

  test('knows the size of every picture and the length of every sound, and has their files', async () => {
    const { db, storage } = world.services;
    for (const file of await db.select().from(media)) {
      expect(await storage.size(file.storageKey), file.fileName).toBe(file.byteSize);
      if (file.kind === 'image') expect(Math.min(file.width ?? 0, file.height ?? 0)).toBeGreaterThan(100);
      else expect(file.durationMs).toBeGreaterThan(100);
    }
  });

  test('shows a class that a child can walk through, page by page', async () => {
    const demo = await demoSchoolOf(world.services);
    const hashCode = demo?.classUrl.split('/').pop();
    const get = (path: string) => supertest(world.apiUrl).get(`/api/Student/${path}`);
    const opened = await answerOf(operations.studentClassByCode, get('class-detail').query({ hashCode }));
    expect(opened).toMatchObject({ completed: false, textBook: { name: 'Hello, World! 1' } });
    const listed = await answerOf(operations.studentContents, get('contents').query({ ClassHashCode: hashCode }));

    const walked: string[] = [];
    for (let code: string | null | undefined = listed[0]?.hashCode; code;) {
      const page: StudentContent = await answerOf(
        operations.studentContentByCode,
        get('content').query({ hashCode: code }),
      );
      walked.push(page.hashCode);
      code = page.nextHashCode;
    }
    expect(walked).toEqual(listed.map((content) => content.hashCode));
  });

  test('is made once: a database that has users is left alone', async () => {
    const { db } = world.services;
    await seedDemoSchool(world.services);
    expect(await db.$count(classes)).toBe(15);
  });

  test('is no more to be announced when its teacher is gone', async () => {
    const { db } = world.services;
    await db.update(users).set({ deletedAt: new Date() }).where(eq(users.email, 'teacher@demo.test'));
    expect(await demoSchoolOf(world.services)).toBeNull();
  });
});
