import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/school-year-turns.ts';
import { lastTurns, turnOf } from './list.ts';
import { planAnswer, planTurn } from './plan.ts';
import { takeBack } from './take-back.ts';
import { turnYear } from './write.ts';

/** Next year's classes of a school, with the children of this year's. */
export function schoolYearTurnRoutes(services: Uses<'db' | 'settings' | 'links'>): Route[] {
  const { db } = services;
  return [
    route(operations.planSchoolYearTurn, async ({ caller, body }) =>
      // The plan is of one moment.
      planAnswer(services, await db.transaction((tx) => planTurn(tx, caller, body))),
    ),

    route(operations.turnSchoolYear, async ({ caller, requestId, body }) =>
      turnOf(db, caller, await turnYear(services, { caller, requestId, body })),
    ),

    route(operations.schoolYearTurns, async ({ caller }) => lastTurns(db, caller)),

    route(operations.takeSchoolYearTurnBack, async ({ caller, requestId, params: { id } }) => {
      await takeBack(services, { caller, requestId, id });
      return turnOf(db, caller, id);
    }),
  ];
}
