import { reaches } from '#schema/access.ts';
import { useLoginInfo } from '#web/staff/platform/session/login-info.ts';

/** Whether the signed-in user may create and merge schools and change their members; their owners only rename them. */
export function useMayManageSchools(): boolean {
  const role = useLoginInfo()?.role;
  return role !== undefined && reaches(role, 'Administrator');
}
