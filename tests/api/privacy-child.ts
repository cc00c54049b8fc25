import { eq, sql } from 'drizzle-orm';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { newId } from '#api/ground/db/ids.ts';
import {
  auditLog,
  communityPostReports,
  communityReactions,
  communityReplies,
  devices,
  finishedContents,
  lastOpenedUnits,
  mediaRequests,
  profiles,
  studentSwitches,
} from '#api/ground/db/schema.ts';
import * as ofClass from '#schema/rest/class-profiles.ts';
import { deleteCommunityPost } from '#schema/rest/community.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { makePost } from '#tests/support/teaching.ts';
import { makePast } from './nightly-past.ts';
import { aClass, aProfile, type Place, tokenFor } from './samples/place.ts';
import { send } from './school.ts';

/** A class that is found by its name. */
export const aNamedClass = (place: Place, className: string) =>
  aClass(place, { className, searchText: searchText(className) });

/** A child with data in every table and a unique name, and a friend who reacts. */
export async function aKnownChild(place: Place) {
  const { world } = place;
  const { db, storage } = world.services;
  const past = makePast(world);
  const name = `ユリカ${newId().slice(-6)}`;
  const { id: classId, className } = await aNamedClass(place, `Class ${newId().slice(-6)}`);
  const [child, former, friend] = [
    await aProfile(place, classId),
    await aProfile(place, classId),
    await aProfile(place, classId),
  ];
  const named = async (id: string) => db.update(profiles).set({ name }).where(eq(profiles.id, id));
  const device = { id: newId(), tokenHash: newId() };
  await db.insert(devices).values(device);
  await named(former.id);
  await db
    .update(profiles)
    .set({ name: `${name}?`, deviceId: device.id })
    .where(eq(profiles.id, child.id));

  const file = (kind: 'image' | 'audio') =>
    past.aFile({ purpose: 'community', kind, profileId: child.id, fileName: `${name}.webp` });
  const [picture, card, voice] = [await file('image'), await file('image'), await file('audio')];
  const work = { classId, profileId: child.id, title: `${name} のねこ` };
  const post = await past.aPost({
    ...work,
    state: 'approved',
    mediaId: picture.id,
    thumbnailMediaId: card.id,
    likeCount: 3,
  });
  const deleted = await past.aPost({ ...work, mediaId: voice.id });
  const reply = await past.aFile({ purpose: 'community', kind: 'audio', profileId: null, fileName: `${name}.wav` });
  await db.insert(communityReplies).values([
    { id: newId(), postId: post.id, kind: 'stamp', stamp: 'star' },
    { id: newId(), postId: post.id, kind: 'voice', mediaId: reply.id },
  ]);
  const liked = await makePost(db, { classId, profileId: friend.id, likeCount: 5, heartCount: 1 });
  const one = { postId: liked.id, type: 1 } as const;
  await db.insert(communityReactions).values([
    { ...one, profileId: child.id, count: 4 },
    { ...one, profileId: friend.id, count: 1 },
    { postId: post.id, type: 1, profileId: friend.id, count: 3 },
  ]);
  await db.insert(communityPostReports).values({ id: newId(), postId: liked.id, profileId: child.id, reason: name });

  const upload = newId();
  const unfinished = { id: upload, sourceKey: `${upload}.source`, thumbnailSourceKey: `${upload}.thumbnail-source` };
  const waiting = await past.aPost(work);
  await db
    .insert(mediaRequests)
    .values({ ...unfinished, profileId: child.id, postId: waiting.id, fileName: `${name}.mov` });
  for (const key of [unfinished.sourceKey, unfinished.thumbnailSourceKey])
    await storage.put(key, Readable.from([`sent by ${name}`]));

  const view = { profileId: child.id, sessionKey: newId(), clientIp: '203.0.113.0', ipAddress: '203.0.113.0' };
  await keepViews(
    world.services,
    { ...view, name: '=Unit "list", 1' },
    { ...view, name: 'Class', durationMs: 7000, heard: true },
  );
  await keepViews(world.services, { profileId: friend.id });
  // Of the profile that is merged.
  await db.insert(finishedContents).values({ profileId: former.id, contentId: place.content.id });
  await db.insert(lastOpenedUnits).values({ profileId: former.id, lessonId: place.lesson.id, openedAt: new Date() });
  await db.insert(studentSwitches).values({ profileId: former.id, switch: 0, isOn: false, setAt: new Date() });

  const token = await tokenFor(place, 'Teacher');
  const params = { id: classId, profileId: child.id };
  await send(world, ofClass.renameClassProfile, { token, params, body: { name, animal: 'owl', version: 1 } }).expect(
    200,
  );
  const body = { intoId: child.id, fromIds: [former.id] };
  await send(world, ofClass.mergeClassProfiles, { token, params: { id: classId }, body }).expect(200);
  await send(world, deleteCommunityPost, { token, fields: { Id: deleted.id } }).expect(204);
  return {
    id: child.id,
    name,
    former,
    friend,
    class: { id: classId, className },
    post,
    deleted,
    waiting,
    liked,
    device,
    unfinished,
    files: [picture, card, voice, reply],
  };
}

/** Finds a text: the tables with a matching row, and the files. The log may name rows by id. */
export async function whereIs({ services: { db, storage } }: Place['world'], needle: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const places: string[] = [];
  for (const { name } of rows) {
    const row = name === 'audit_log' ? sql`to_jsonb(row) - 'entity_id'` : sql`to_jsonb(row)`;
    const found = await db.execute(sql`
      select from ${sql.identifier(name)} row where position(${needle} in (${row})::text) > 0 limit 1`);
    if (found.rowCount !== 0) places.push(name);
  }
  for await (const { key } of storage.list())
    if (key.includes(needle) || (await text(await storage.open(key))).includes(needle)) places.push(key);
  return places;
}

/** The log entries about a profile, oldest first. */
export const logOf = ({ services: { db } }: Place['world'], entityId: string) =>
  db.select().from(auditLog).where(eq(auditLog.entityId, entityId)).orderBy(auditLog.at, auditLog.id);
