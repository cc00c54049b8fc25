import type { Queryable } from '#api/ground/db/client.ts';
import { findWall, neededForWall } from '#api/ground/db/wall/find-wall.ts';
import type { SystemCheck } from '#schema/rest/system.ts';
import { found } from '../finding.ts';

/** Checks that the second wall between schools exists, and that this login may use its role. */
export async function checkSchoolWall(db: Queryable): Promise<SystemCheck> {
  const wall = await findWall(db);
  if (wall) return found('schoolWall', 'ok', { role: wall.role });
  return found('schoolWall', 'missing', { needed: await neededForWall(db) });
}
