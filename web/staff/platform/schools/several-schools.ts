import { roleAllowed, staffTools } from '#schema/access.ts';
import { useSchoolCountQuery } from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useLoginInfo } from '#web/staff/platform/session/login-info.ts';

/** Whether the signed-in user sees several schools. A school that is the only one is not shown as one. */
export function useSeveralSchools(): boolean {
  const role = useLoginInfo()?.role;
  const skip = role === undefined || !roleAllowed(role, staffTools.schools);
  const { data } = useSchoolCountQuery({ ...ownProblems, skip });
  return data !== undefined && data.schools.totalCount > 1;
}
