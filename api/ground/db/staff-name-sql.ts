import { sql } from 'drizzle-orm';
import { eastAsian } from '#schema/staff-name.ts';
import { users } from './schema.ts';

/** The name of a row of users in its own order, as `staffName` (schema/staff-name.ts) has it. */
export const staffNameSql = sql`case when ${users.firstName} || ${users.lastName} ~ ${eastAsian.source}
  then ${users.lastName} || ' ' || ${users.firstName} else ${users.firstName} || ' ' || ${users.lastName} end`;
