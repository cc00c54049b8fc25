import { roleAllowed, staffTools } from '#schema/access.ts';
import { type SchoolCountQuery, useSchoolCountQuery } from '#web/staff/operations.generated.ts';
import { cacheFirst } from '#web/staff/platform/apollo/freshness.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useLoginInfo } from '#web/staff/platform/session/login-info.ts';

function useSchoolCount(): SchoolCountQuery['schools'] | undefined {
  const role = useLoginInfo()?.role;
  const skip = role === undefined || !roleAllowed(role, staffTools.schools);
  return useSchoolCountQuery({ ...cacheFirst, ...ownProblems, skip }).data?.schools;
}

/** Whether the signed-in user sees several schools. A school that is the only one is not shown as one. */
export function useSeveralSchools(): boolean {
  const found = useSchoolCount();
  return found !== undefined && found.totalCount > 1;
}

/** The id of the only school that the signed-in user sees; undefined for several and for none. */
export function useOnlySchool(): string | undefined {
  const found = useSchoolCount();
  return found?.totalCount === 1 ? found.items[0]?.id : undefined;
}
