import { zoneOfCaller } from '#api/domains/schools/zone.ts';
import { unmetDemand } from '#api/domains/second-factor/demand.ts';
import type { Uses } from '#api/ground/services.ts';
import type { AuthInfo } from '#schema/rest/auth-info.ts';
import type { OpenedSession } from './sessions.ts';

/** The answer to a sign-in or a renewal: the session, the second step that the account lacks, and the schools' time zone. */
export async function authInfoOf(services: Uses<'db' | 'settings'>, info: OpenedSession): Promise<AuthInfo> {
  const { db, settings } = services;
  return {
    ...info,
    secondStepDemand: await unmetDemand(services, info),
    timeZone: await zoneOfCaller(db, { kind: info.role, userId: info.userId }, settings.timeZone),
  };
}
