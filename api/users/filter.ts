import { and, inArray, type SQL } from 'drizzle-orm';
import { holdsWords } from '#api/db/search.ts';
import { users } from '#api/db/schema.ts';
import type { Role } from '#schema/access.ts';
import type { UserStatus } from '#schema/rest/enumerations.ts';

/** Whom a list shows, an export writes and a change for many is for; nothing given finds everybody. */
export interface UserFilter {
  readonly roles: readonly Role[];
  readonly status: readonly UserStatus[];
  readonly search?: string | undefined;
}

export function filteredBy({ roles, status, search }: UserFilter): SQL | undefined {
  return and(
    roles.length > 0 ? inArray(users.role, [...roles]) : undefined,
    status.length > 0 ? inArray(users.status, [...status]) : undefined,
    holdsWords(users.searchText, search),
  );
}
