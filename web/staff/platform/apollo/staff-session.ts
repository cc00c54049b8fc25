import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import i18next from 'i18next';
import type { Role } from '#schema/access.ts';
import type { Role as GraphQlRole } from '#web/staff/operations.generated.ts';
import { problemOf, type ClientProblem } from '#web/shared/apollo/problem.ts';
import { RefreshTokenDocument, type AuthFragment, type RefreshTokenMutation } from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import type { LoginInfo } from '#web/staff/platform/session/login-info.ts';
import { createSession } from '#web/staff/platform/session/session.ts';
import { tokenlessClient } from './tokenless-client.ts';

const roleOf: Record<GraphQlRole, Role> = {
  SUPER_ADMIN: 'SuperAdmin',
  ADMINISTRATOR: 'Administrator',
  SCHOOL_OWNER: 'SchoolOwner',
  TEACHER: 'Teacher',
};

/** Converts the response of a sign-in or a token renewal to the stored login info. */
export function loginInfoOf(masked: Masked<AuthFragment>): LoginInfo {
  const { role, ...auth } = unmask<AuthFragment>(masked);
  const { secondStepDemand, firstName, lastName, accessToken, refreshToken, timeZone } = auth;
  const demand = secondStepDemand && { from: secondStepDemand.from, due: secondStepDemand.due };
  const receivedAt = Date.now();
  const person = { firstName, lastName, role: roleOf[role], timeZone };
  return { ...person, accessToken, refreshToken, receivedAt, secondStepDemand: demand };
}

/**
 * The timeout of the first try, in milliseconds. A second try is safe: the server returns the same successor pair as
 * long as that pair was not used.
 */
const firstPatience = 6000;

async function refresh(refreshToken: string): Promise<LoginInfo | 'refused'> {
  try {
    return await exchange(refreshToken, AbortSignal.timeout(firstPatience)).catch((error: unknown) => {
      if (problemOf(error).status === 0) return exchange(refreshToken);
      throw error;
    });
  } catch (error) {
    if (isRefusal(problemOf(error))) return 'refused';
    throw error;
  }
}

async function exchange(refreshToken: string, signal?: AbortSignal): Promise<LoginInfo> {
  const { data } = await tokenlessClient.mutate<RefreshTokenMutation>({
    mutation: RefreshTokenDocument,
    variables: { refreshToken },
    context: { fetchOptions: { signal } },
  });
  if (data === undefined) throw new Error('The renewal came back empty');
  return loginInfoOf(data.refreshToken);
}

/**
 * True only for the gateway's own "invalid or expired" error. A refusal by a school's web filter, or of a page older
 * than the server, must not sign the user out.
 */
export function isRefusal({ code, fields }: Pick<ClientProblem, 'code' | 'fields'>): boolean {
  return code === 'UNAUTHENTICATED' || fields?.['refreshToken'] !== undefined;
}

/** The one session of this tab. */
export const session = createSession({
  refresh,
  onRefused: () => showToast({ message: i18next.t('messages.sessionExpired'), severity: 'warning' }),
});
