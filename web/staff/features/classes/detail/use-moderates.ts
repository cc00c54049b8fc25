import { roleAllowed, staffTools } from '#schema/access.ts';
import { useLoginInfo } from '#web/staff/platform/session/login-info.ts';

/** Whether the signed-in person moderates the posts of classes. */
export function useModerates(): boolean {
  const role = useLoginInfo()?.role;
  return role !== undefined && roleAllowed(role, staffTools.communityQueue);
}
