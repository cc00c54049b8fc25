import type { Role as GraphQlRole } from '#web/staff/operations.generated.ts';
import type { Role } from '#schema/access.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { tokenlessClient } from '#web/staff/apollo/tokenless-client.ts';
import { RefreshTokenDocument, type AuthFragment, type RefreshTokenMutation } from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/toasts/toast-store.ts';
import i18next from 'i18next';
import type { LoginInfo } from './login-info.ts';
import { createSession } from './session.ts';

const roleOf: Record<GraphQlRole, Role> = {
  SUPER_ADMIN: 'SuperAdmin',
  ADMINISTRATOR: 'Administrator',
  SCHOOL_OWNER: 'SchoolOwner',
  TEACHER: 'Teacher',
};

/** What a sign-in or a renewal answered, as it is kept. */
export function loginInfoOf({ firstName, lastName, role, accessToken, refreshToken }: AuthFragment): LoginInfo {
  return { firstName, lastName, role: roleOf[role], accessToken, refreshToken, receivedAt: Date.now() };
}

const definiteRefusals = [400, 401, 403];

async function refresh(refreshToken: string): Promise<LoginInfo | 'refused'> {
  try {
    const { data } = await tokenlessClient.mutate<RefreshTokenMutation>({
      mutation: RefreshTokenDocument,
      variables: { refreshToken },
    });
    if (data === undefined) throw new Error('The renewal came back empty');
    return loginInfoOf(data.refreshToken);
  } catch (error) {
    if (definiteRefusals.includes(problemOf(error).status)) return 'refused';
    throw error;
  }
}

/** The one session of this tab. */
export const session = createSession({
  refresh,
  onRefused: () => showToast({ message: i18next.t('messages.sessionExpired'), severity: 'warning' }),
});
