import { createLookUps } from '#api/domains/students/look-ups.ts';
import { assertSeesClass } from '#api/domains/classes/sees-class.ts';
import { createRateLimit } from '#api/ground/http/rate-limit.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/board-sessions.ts';
import { boardOfClass, boardOfSeenClass } from './board.ts';
import { keepFollower } from './followers.ts';
import { sessionOfChild, sessionOfCode } from './session.ts';
import { endSession, startSession, turnPage } from './write.ts';

/** The board of a class, which leads the tablets that follow it. */
export function boardSessionRoutes(services: Uses<'db' | 'pool' | 'secrets' | 'settings'>): Route[] {
  const { db } = services;
  const lookUps = createLookUps(services);
  // A tablet reports twice a minute, and once more for each page and each thing that the child does there.
  const reports = createRateLimit(services, { name: 'board-followers', points: 120, seconds: 60 });

  return [
    route(operations.classBoard, async ({ caller, params: { id } }) => boardOfSeenClass(db, caller, id)),

    route(operations.startBoardSession, async ({ caller, requestId, params: { id }, body: { contentId } }) => {
      await startSession(services, { caller, requestId, classId: id, contentId });
      return boardOfClass(db, id);
    }),

    route(operations.turnBoardPage, async ({ caller, params: { id }, body }) => {
      await assertSeesClass(db, caller, id);
      await turnPage(db, { classId: id, ...body });
      return boardOfClass(db, id);
    }),

    route(operations.endBoardSession, async ({ caller, requestId, params: { id, sessionId } }) => {
      await assertSeesClass(db, caller, id);
      await endSession(services, { caller, requestId, classId: id, sessionId });
    }),

    route(operations.boardPage, async ({ query: { ClassHashCode }, address }) =>
      lookUps.found(address, await sessionOfCode(db, ClassHashCode)),
    ),

    route(operations.studentBoard, async ({ caller: { profileId }, query: { ClassHashCode }, address }) =>
      lookUps.found(address, await sessionOfChild(db, { classHashCode: ClassHashCode, profileId })),
    ),

    route(operations.followBoard, async ({ caller: { profileId }, body: { classHashCode, ...report }, address }) => {
      await reports.take(profileId);
      const child = { classHashCode, profileId };
      const { session } = await lookUps.found(address, await sessionOfChild(db, child));
      if (session?.id === report.sessionId) await keepFollower(db, { profileId, ...report });
      return lookUps.found(address, await sessionOfChild(db, child));
    }),
  ];
}
