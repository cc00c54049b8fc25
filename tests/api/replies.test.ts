import { and, eq } from 'drizzle-orm';
import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { sweepStore } from '#api/domains/media/sweep.ts';
import { giveVoice } from '#api/domains/replies/write.ts';
import { newId } from '#api/ground/db/ids.ts';
import { auditLog, communityReplies, media } from '#api/ground/db/schema.ts';
import { mergeClassProfiles } from '#schema/rest/class-profiles.ts';
import { communityPosts as wall, deleteCommunityPost } from '#schema/rest/community.ts';
import type { ModerationState } from '#schema/rest/community.ts';
import * as moderation from '#schema/rest/moderation.ts';
import * as operations from '#schema/rest/replies.ts';
import { restoreFromTrash } from '#schema/rest/trash.ts';
import { replyMaximum } from '#schema/rules/replies.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { photo, sound } from '#tests/support/media-samples.ts';
import { makePost } from '#tests/support/teaching.ts';
import { makePast } from './nightly-past.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from './samples/place.ts';
import { problemOf, send } from './school.ts';

const world = keptApi();
let place: Place;
let teacher: string;

beforeAll(async () => {
  place = await makePlace(world);
  teacher = (await tokenFor(place, 'Teacher')) ?? '';
});

/** A child's recording on the wall of a class, and a friend in the class. */
async function aRecording(state: ModerationState = 'approved') {
  const one = await aClass(place);
  const [maker, friend] = [await aProfile(place, one.id), await aProfile(place, one.id)];
  const post = await makePost(world.services.db, { classId: one.id, profileId: maker.id, kind: 'record', state });
  return { ...one, classId: one.id, maker, friend, id: post.id };
}

/** A voice in the database and the store, as if a teacher had sent it. */
async function aVoice(postId: string, profileId: string): Promise<void> {
  const voice = { kind: 'audio', byteSize: 4, profileId, fileName: 'reply.wav' } as const;
  const file = await makePast(world).aFile({ purpose: 'community', ...voice });
  await world.services.db
    .insert(communityReplies)
    .values({ id: newId(), postId, kind: 'voice', mediaId: file.id, repliedById: place.own.Teacher.id });
}

const stamp = (id: string, which: string, token = teacher) =>
  send(world, operations.replyWithStamp, { token, params: { id }, body: { stamp: which } });
const speak = (id: string, content: Buffer, token = teacher) =>
  send(world, operations.replyWithVoice, {
    token,
    params: { id },
    files: { file: { content, fileName: 'reply.wav' } },
  });
const takeBack = (id: string, kind: string, token = teacher) =>
  send(world, operations.takeBackReply, { token, params: { id, kind } });
const news = (ClassHashCode: string, token: string) =>
  answerOf(operations.newReplies, send(world, operations.newReplies, { token, query: { ClassHashCode } }));
const markSeen = (id: string, token: string, body?: object) =>
  send(world, operations.markRepliesSeen, { token, params: { id }, body });
const onWall = async (ClassHashCode: string, token?: string) =>
  (await answerOf(wall, send(world, wall, { token, query: { ClassHashCode } }))).map(({ id, replies }) => ({
    id,
    replies,
  }));
const open = (url = '') => supertest(world.apiUrl).get(`/api${url}`);
const voiceOf = ({ replies }: { readonly replies: operations.RepliedPost['replies'] } = { replies: [] }) =>
  replies.find(({ kind }) => kind === 'voice')?.voice?.url;
const storedVoices = (profileId: string) =>
  world.services.db
    .select()
    .from(media)
    .where(and(eq(media.profileId, profileId), eq(media.fileName, 'reply.wav')));

describe('a stamp', () => {
  test('is the child’s alone: new at its class and on its work until it opens the work', async () => {
    const { id, classHashCode, maker, friend } = await aRecording();
    const answered = await answerOf(operations.replyWithStamp, stamp(id, 'hanamaru'));
    expect(answered.replies).toMatchObject([{ kind: 'stamp', stamp: 'hanamaru', voice: null, seen: false }]);
    expect(await news(classHashCode, maker.token)).toMatchObject([
      { id, kind: 'record', replies: [{ kind: 'stamp', stamp: 'hanamaru' }] },
    ]);
    expect(await onWall(classHashCode, maker.token)).toMatchObject([{ id, replies: [{ stamp: 'hanamaru' }] }]);

    expect(await news(classHashCode, friend.token)).toEqual([]);
    for (const other of [friend.token, undefined])
      expect(await onWall(classHashCode, other)).toEqual([{ id, replies: [] }]);
    await problemOf(markSeen(id, friend.token), 404);
    expect(await news(classHashCode, maker.token)).toHaveLength(1);

    await markSeen(id, maker.token).expect(204);
    await markSeen(id, maker.token).expect(204);
    expect(await news(classHashCode, maker.token)).toEqual([]);
    expect(await onWall(classHashCode, maker.token)).toMatchObject([{ replies: [{ stamp: 'hanamaru', seen: true }] }]);
  });

  test('is replaced by another one, which is new again; the same one changes nothing', async () => {
    const { id, classHashCode, maker } = await aRecording('pending');
    await stamp(id, 'star').expect(200);
    await markSeen(id, maker.token).expect(204);
    await stamp(id, 'star').expect(200);
    expect(await news(classHashCode, maker.token)).toEqual([]);
    await stamp(id, 'onceMore').expect(200);
    expect(await news(classHashCode, maker.token)).toMatchObject([{ replies: [{ stamp: 'onceMore' }] }]);
    const log = await world.services.db.select().from(auditLog).where(eq(auditLog.entityId, id)).orderBy(auditLog.id);
    expect(log.map(({ action, after }) => [action, after?.['stamp']])).toEqual([
      ['reply', 'star'],
      ['reply', 'onceMore'],
    ]);
  });

  test('can be taken back, and a second time changes nothing', async () => {
    const { id, classHashCode, maker } = await aRecording();
    await stamp(id, 'smile').expect(200);
    for (const _ of [1, 2])
      expect((await answerOf(operations.takeBackReply, takeBack(id, 'stamp'))).replies).toEqual([]);
    expect(await news(classHashCode, maker.token)).toEqual([]);
  });

  test('is given by the staff of the class alone, to a work that is there', async () => {
    const { id, friend } = await aRecording();
    for (const role of ['Teacher', 'SchoolOwner'] as const) {
      const stranger = await tokenFor(place, role, 'other');
      await problemOf(stamp(id, 'star', stranger), role === 'Teacher' ? 404 : 403);
    }
    await problemOf(stamp(id, 'star', friend.token), 403);
    await problemOf(stamp(newId(), 'star'), 404);
    expect((await problemOf(stamp(id, 'medal'), 400)).errors).toEqual({ stamp: ['messages.invalidValue'] });
    await problemOf(takeBack(id, 'star'), 400);
  });

  test('of a hidden work is found when the work is shown again', async () => {
    const { id, classHashCode, maker } = await aRecording('hidden');
    await stamp(id, 'star').expect(200);
    expect(await news(classHashCode, maker.token)).toEqual([]);
    const body = { state: 'approved', version: 1 };
    await send(world, moderation.setCommunityPostState, { token: teacher, params: { id }, body }).expect(200);
    expect(await news(classHashCode, maker.token)).toHaveLength(1);
  });
});

describe('a voice', () => {
  test('opens for the staff and for the child, until it is replaced or taken back', async () => {
    const { id, classHashCode, maker } = await aRecording();
    const forStaff = voiceOf(await answerOf(operations.replyWithVoice, speak(id, await sound('wav'))));
    const [own] = await news(classHashCode, maker.token);
    const forChild = voiceOf(own);
    expect(forChild).not.toBe(forStaff);
    for (const url of [forStaff, forChild])
      await open(url)
        .expect(200)
        .expect('content-type', /^audio\//);

    await stamp(id, 'star').expect(200);
    await speak(id, await sound('mp3')).expect(200);
    for (const url of [forStaff, forChild]) await open(url).expect(404);
    const [both] = await news(classHashCode, maker.token);
    expect(both?.replies.map(({ kind }) => kind)).toEqual(['stamp', 'voice']);

    const [kept] = await world.services.db.select().from(communityReplies).where(eq(communityReplies.postId, id));
    const back = await answerOf(operations.takeBackReply, takeBack(id, 'voice'));
    expect([kept !== undefined, back.replies.map(({ kind }) => kind)]).toEqual([true, ['stamp']]);
    await open(voiceOf(both)).expect(404);
    expect(await storedVoices(maker.id)).toEqual([]);
  });

  test('stays when the file of the one that it replaces cannot be removed, and goes when it is refused', async () => {
    const { id, maker } = await aRecording();
    const { storage, db } = world.services;
    await aVoice(id, maker.id);
    const given = async (postId: string, from: typeof storage) => {
      const file = { purpose: 'community', byteSize: 4, profileId: maker.id, fileName: 'reply.wav' } as const;
      const voice = await makePast(world).aFile(file);
      await db.delete(media).where(eq(media.id, voice.id));
      const caller = { kind: 'Teacher', userId: place.own.Teacher.id, sessionId: null } as const;
      return { voice, giving: giveVoice({ db, storage: from }, { caller, requestId: 'test', id: postId, voice }) };
    };
    const [old] = await storedVoices(maker.id);
    const fail = () => Promise.reject(new Error('The store is gone'));
    const remove = (key: string) => (key === old?.storageKey ? fail() : storage.remove(key));
    const kept = await given(id, { ...storage, remove });
    await expect(kept.giving).rejects.toThrow('The store is gone');
    expect(await storedVoices(maker.id)).toMatchObject([{ id: kept.voice.id }]);
    const refused = await given(newId(), storage);
    await expect(refused.giving).rejects.toMatchObject({ status: 404 });
    const sizes = [kept, refused].map(({ voice }) => storage.size(voice.storageKey));
    expect(await Promise.all(sizes)).toEqual([4, undefined]);
  });

  test('is gone with its work, comes back with it, and the sweep leaves it alone', async () => {
    const { id, classHashCode, maker } = await aRecording();
    await aVoice(id, maker.id);
    const [own] = await news(classHashCode, maker.token);
    await send(world, deleteCommunityPost, { token: teacher, fields: { Id: id } }).expect(204);
    await open(voiceOf(own)).expect(404);
    await problemOf(stamp(id, 'star'), 404);
    await sweepStore(world.services, { before: new Date(Date.now() + 60_000), confirmed: true });
    await send(world, restoreFromTrash, { token: teacher, params: { kind: 'community_posts', id } }).expect(204);
    await open(voiceOf(own)).expect(200);
    expect(await news(classHashCode, maker.token)).toHaveLength(1);
  });

  test('that came after the child had loaded its work stays new, and so does a stamp that replaced a loaded one', async () => {
    const { id, classHashCode, maker } = await aRecording();
    await stamp(id, 'star').expect(200);
    const shown = async () => (await news(classHashCode, maker.token))[0]?.replies.map(({ createdAt }) => createdAt);
    const loaded = await shown();
    await aVoice(id, maker.id);
    await markSeen(id, maker.token, { shown: loaded }).expect(204);
    expect(await news(classHashCode, maker.token)).toMatchObject([{ replies: [{ kind: 'voice' }] }]);

    await stamp(id, 'onceMore').expect(200);
    await markSeen(id, maker.token, { shown: loaded }).expect(204);
    await markSeen(id, maker.token, { shown: [] }).expect(204);
    for (const [wrong, errors] of [
      [['yesterday'], { 'shown.0': ['messages.invalidDate'] }],
      [['0000-01-01T00:00:00Z'], { 'shown.0': ['messages.invalidDate'] }],
      ['now', { shown: ['messages.invalidValue'] }],
      [Array<string>(11).fill('2026-04-01T00:00:00Z'), { shown: ['messages.tooManyAtOnce'] }],
    ])
      expect((await problemOf(markSeen(id, maker.token, { shown: wrong }), 400)).errors).toEqual(errors);
    expect(await shown()).toHaveLength(2);
    await markSeen(id, maker.token, { shown: null }).expect(204);
    expect(await shown()).toBeUndefined();
  });

  test('goes with the child’s works to the profile that the child becomes', async () => {
    const { id, classId, classHashCode, maker, friend } = await aRecording();
    await aVoice(id, maker.id);
    const body = { intoId: friend.id, fromIds: [maker.id] };
    await send(world, mergeClassProfiles, { token: teacher, params: { id: classId }, body }).expect(200);
    const [moved] = await news(classHashCode, friend.token);
    expect(moved?.id).toBe(id);
    await open(voiceOf(moved)).expect(200);
    expect(await storedVoices(friend.id)).toHaveLength(1);
  });

  test('is no picture, not too long and not too large, and a refused one leaves no file', async () => {
    const { id, maker } = await aRecording();
    expect((await problemOf(speak(id, await photo()), 415)).messageKey).toBe('messages.audioTypeNotAllowed');
    expect((await problemOf(speak(id, await sound('mp3', 70)), 400)).messageKey).toBe('messages.replyTooLong');
    await problemOf(speak(id, Buffer.alloc(replyMaximum + 1)), 413);
    await problemOf(speak(newId(), await sound('wav')), 404);
    await problemOf(speak(id, await sound('wav'), (await tokenFor(place, 'Teacher', 'other')) ?? ''), 404);
    expect(await storedVoices(maker.id)).toEqual([]);
  });
});
