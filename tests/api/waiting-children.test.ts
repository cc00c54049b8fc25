import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { classProfiles, pageViews } from '#api/ground/db/schema.ts';
import * as boards from '#schema/rest/board-sessions.ts';
import { admitClassProfiles } from '#schema/rest/class-admission.ts';
import { recordPageView } from '#schema/rest/usage.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { aClass, aProfile, makePlace, type Place } from './samples/place.ts';
import { send, tokenOf } from './school.ts';

const world = keptApi();
let place: Place;
let token: string;

beforeAll(async () => {
  place = await makePlace(world);
  token = await tokenOf(world, place.own.Teacher);
});

async function waitingIn(classId: string) {
  const child = await aProfile(place, classId);
  await world.services.db.update(classProfiles).set({ waiting: true }).where(eq(classProfiles.profileId, child.id));
  return child;
}

const admit = (id: string, profileIds: readonly string[]) =>
  send(world, admitClassProfiles, { token, params: { id }, body: { profileIds } }).expect(200);

describe('a child who waits for admission', () => {
  test('follows the board, which shows it once it is admitted', async () => {
    const { id, classHashCode } = await aClass(place);
    const [child, member] = [await waitingIn(id), await aProfile(place, id)];
    const body = { contentId: place.content.id };
    const started = send(world, boards.startBoardSession, { token, params: { id }, body });
    const { session } = await answerOf(boards.startBoardSession, started);
    const report = { classHashCode, sessionId: session?.id, isFollowing: true };
    for (const one of [child, member]) {
      const followed = send(world, boards.followBoard, { token: one.token, body: report });
      expect(await answerOf(boards.followBoard, followed)).toMatchObject({ isFollowing: true });
    }
    const shown = async () => {
      const { followers } = await answerOf(
        boards.classBoard,
        send(world, boards.classBoard, { token, params: { id } }),
      );
      return new Set(followers.map(({ profileId }) => profileId));
    };
    expect(await shown()).toEqual(new Set([member.id]));
    await admit(id, [child.id]);
    expect(await shown()).toEqual(new Set([member.id, child.id]));
  });

  test('counts in the usage of the class once it is admitted', async () => {
    const { id: classId } = await aClass(place);
    const child = await waitingIn(classId);
    const opened = async () => {
      const eventId = randomUUID();
      const body = { eventId, name: 'Unit list', pageUrl: '/student/unit-list', duration: 1000, classId };
      await send(world, recordPageView, { body, token: child.token }).expect(204);
      const [row] = await world.services.db.select().from(pageViews).where(eq(pageViews.eventId, eventId));
      return row;
    };
    expect(await opened()).toMatchObject({ classId: null, className: null, profileId: child.id });
    await admit(classId, [child.id]);
    expect(await opened()).toMatchObject({ classId, profileId: child.id });
  });
});
