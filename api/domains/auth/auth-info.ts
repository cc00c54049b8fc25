import { zoneOfCaller } from '#api/domains/schools/zone.ts';
import { demandOn } from '#api/domains/second-factor/demand.ts';
import type { Uses } from '#api/ground/services.ts';
import type { AuthInfo } from '#schema/rest/auth-info.ts';
import type { OpenedSession } from './sessions.ts';

/** A session's answer, with the second step that the account lacks and the zone of its schools. */
export async function authInfoOf(services: Uses<'db' | 'settings'>, info: OpenedSession): Promise<AuthInfo> {
  const { db, settings } = services;
  return {
    ...info,
    secondStepDemand: await demandOn(services, info),
    timeZone: await zoneOfCaller(db, { kind: info.role, userId: info.userId }, settings.timeZone),
  };
}
