import { and, type SQL, sql } from 'drizzle-orm';
import { holdsWords } from '#api/db/search.ts';
import { users } from '#api/db/schema.ts';
import { type Route, route } from '#api/http/route.ts';
import type { Services } from '#api/services.ts';
import * as operations from '#schema/rest/users.ts';
import { nameableAdministrators, nameableTeachers } from './nameable.ts';
import { userPage } from './user-list.ts';

// A picker shows no more than this; who is not among them is found by searching.
const pickerLimit = 500;

export function userRoutes(services: Services): Route[] {
  const { db } = services;
  const byName = (condition: SQL | undefined, words: string | undefined): Promise<operations.StaffMember[]> =>
    db
      .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
      .from(users)
      .where(and(condition, holdsWords(users.searchText, words)))
      .orderBy(sql`lower(${users.lastName})`, sql`lower(${users.firstName})`, users.id)
      .limit(pickerLimit);

  return [
    route(operations.users, async ({ caller, query }) => userPage(services, caller, query)),
    route(operations.allTeachers, async ({ caller, query }) => byName(nameableTeachers(caller), query.query)),
    route(operations.allSchoolAdministrators, async ({ caller, query }) =>
      byName(nameableAdministrators(caller), query.query),
    ),
  ];
}
