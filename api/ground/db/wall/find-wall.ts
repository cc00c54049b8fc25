import { sql } from 'drizzle-orm';
import type { Queryable } from '../client.ts';
import type { Wall } from './walled-pool.ts';

/** The wall between schools, if it exists and this login may use its role. */
export async function findWall(db: Queryable): Promise<Wall | undefined> {
  const { rows } = await db.execute<{ role: string; stands: boolean }>(
    sql`select wall_role() as role, walls_stand() as stands`,
  );
  const [found] = rows;
  return found?.stands ? { role: found.role } : undefined;
}

/** The statements that a superuser has to run when this login may not create the wall's role. */
export async function neededForWall(db: Queryable): Promise<string> {
  const { rows } = await db.execute<{ needed: string }>(sql`
    select format('CREATE ROLE %I NOLOGIN; GRANT %I TO %I;', wall_role(), wall_role(), current_user) as needed`);
  return rows[0]?.needed ?? '';
}
