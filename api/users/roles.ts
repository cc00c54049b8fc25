import type { StaffCaller } from '#api/http/caller.ts';
import { reaches, roleAllowed, rolePermissions, roles, staffAreaNames, staffAreas } from '#schema/access.ts';
import type { QueryOf, ResponseIn } from '#schema/rest/operation.ts';
import type { grantableRoles } from '#schema/rest/users.ts';

/** A page of the roles a caller may grant, with what each may do. */
export function rolePage(
  caller: StaffCaller,
  query: QueryOf<typeof grantableRoles>,
): ResponseIn<typeof grantableRoles> {
  const { PageNumber: pageNumber, PageSize: pageSize } = query;
  const granted = roles.filter((role) => reaches(caller.kind, role));
  const items = granted.slice((pageNumber - 1) * pageSize, pageNumber * pageSize).map((role) => ({
    role,
    permissions: [...rolePermissions[role]],
    areas: staffAreaNames.filter((area) => roleAllowed(role, staffAreas[area])),
  }));
  return { items, pageNumber, pageSize, totalCount: granted.length, totalIsExact: true };
}
