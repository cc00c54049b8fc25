import type { Viewer } from '#api/ground/db/wall/viewer.ts';
import type { Caller } from '#api/ground/http/caller.ts';
import { memberRoles } from '#schema/access.ts';
import type { Operation } from '#schema/rest/operation.ts';

// The calls that run behind the second wall between schools, PostgreSQL's row-level security. The first is `scope.ts`.

/** The areas of the contract whose rows belong to schools. */
const walled = ['Album', 'Class', 'Community', 'School', 'Trash', 'User'] as const;

/** The area that hides people of other schools too. Elsewhere, their names appear on the rows of one's own school. */
const aboutPeople = 'User';

/**
 * The areas that members of schools call beyond the wall, each with its reason. Calls that anyone may make, such as a
 * class's page for students, are beyond the wall too: a member of staff gets the same answer there as everybody.
 */
export const beyond = {
  Auth: 'one’s own account, session and second step, which are of no school',
  Roster: 'packages are of all schools that their maker sees, and rows are written with the maker’s scopes',
  TextBook: 'textbooks are the installation’s, for all schools',
} as const;

const areaOf = ({ path }: Operation): string => path.split('/')[1] ?? '';

/** Whether a call of a school's owner or teacher runs behind the wall. */
export const isWalled = (operation: Operation): boolean =>
  operation.access.kind !== 'anyone' && walled.some((area) => area === areaOf(operation));

/** The member of staff whose schools alone a call may see; undefined for a call beyond the wall. */
export function viewerOf(operation: Operation, caller: Caller): Viewer | undefined {
  if (!('userId' in caller) || !memberRoles.some((role) => role === caller.kind)) return undefined;
  if (!isWalled(operation)) return undefined;
  return { userId: caller.userId, asksPeople: areaOf(operation) === aboutPeople };
}
