import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { connect, createServer, type Server } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiApp } from '#api/app/api-app.ts';
import { createDatabase, type DatabaseHandle } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { communityReplies, media, mediaRequests } from '#api/ground/db/schema.ts';
import { replyWithVoice } from '#schema/rest/replies.ts';
import { createWorks } from '#tests/api/child-works.ts';
import { type RestingWorld, startRestingWorld } from '#tests/api/resting-world.ts';
import { aClass, aProfile, makePlace, type Place, tokenFor } from '#tests/api/samples/place.ts';
import { send } from '#tests/api/school.ts';
import { picture, sound } from '#tests/support/media-samples.ts';
import { freePort } from '#tests/support/ports.ts';
import { makePost } from '#tests/support/teaching.ts';

let world: RestingWorld;
let place: Place;
let way: Server;
let database: DatabaseHandle;
let server: HttpServer;
/** An API whose connections to the database break off as soon as a commit was executed, before its answer arrives. */
let cut: { readonly apiUrl: string };

beforeAll(async () => {
  world = await startRestingWorld();
  place = await makePlace(world);
  way = createServer((near) => {
    const far = connect(Number(new URL(world.databaseUrl).port), '127.0.0.1');
    let isCommitting = false;
    near.on('data', (sent) => {
      isCommitting ||= sent.includes('commit\0');
      far.write(sent);
    });
    far.on('data', (answer) => (isCommitting ? near.destroy() : near.write(answer)));
    near.on('error', () => undefined).on('close', () => far.destroy());
    far.on('error', () => undefined).on('close', () => near.destroy());
  });
  const url = new URL(world.databaseUrl);
  url.port = String(await freePort());
  await once(way.listen(Number(url.port), '127.0.0.1'), 'listening');
  database = createDatabase(url.href, { max: 2 });
  const port = await freePort();
  server = createHttpServer(createApiApp({ ...world.services, db: database.db }, { ready: true }));
  await once(server.listen(port, '127.0.0.1'), 'listening');
  cut = { apiUrl: `http://127.0.0.1:${port}` };
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await database.close();
  way.close();
  await world.close();
});

test('a work whose commit is not answered is prepared, and its sender is told so', async () => {
  const works = createWorks(world, place);
  const child = await works.aChild();
  const more = { fields: { ClientId: newId() }, thumbnail: await picture('jpeg') };
  const content = await picture('png');
  const { status } = await createWorks(cut, place).sendImage(child, content, more);
  expect(status).toBeGreaterThanOrEqual(500);
  expect(await world.services.db.$count(mediaRequests, eq(mediaRequests.profileId, child.id))).toBe(1);
  const again = works.sendImage(child, content, more);
  world.startWork();
  expect(await works.outcome(child, again)).toMatchObject({ state: 'ready', messageKey: null });
});

test('a voice whose commit is not answered keeps its file', async () => {
  const { db, storage } = world.services;
  const { id: classId } = await aClass(place);
  const { id: profileId } = await aProfile(place, classId);
  const { id } = await makePost(db, { classId, profileId, kind: 'record' });
  const files = { file: { content: await sound('wav'), fileName: 'reply.wav' } };
  const { status } = await send(cut, replyWithVoice, {
    token: await tokenFor(place, 'Teacher'),
    params: { id },
    files,
  });
  expect(status).toBeGreaterThanOrEqual(500);
  const [reply] = await db
    .select({ key: media.storageKey })
    .from(communityReplies)
    .innerJoin(media, eq(media.id, communityReplies.mediaId))
    .where(eq(communityReplies.postId, id));
  expect(await storage.size(reply?.key ?? '')).toBeGreaterThan(0);
});
