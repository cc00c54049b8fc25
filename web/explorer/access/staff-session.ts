import { z } from 'zod';
import { loginInfo } from '#web/staff/platform/session/login-info.ts';
import type { LoginInfo } from '#web/staff/platform/session/login-info.ts';
import { createSession } from '#web/staff/platform/session/session.ts';

const renewal = z.object({
  data: z.object({ refreshToken: z.object({ accessToken: z.string(), refreshToken: z.string() }) }),
});

const document = 'mutation Renew($token: String!) { refreshToken(refreshToken: $token) { accessToken refreshToken } }';
const definiteRefusals: readonly unknown[] = [400, 401, 403];
const refusal = z.object({ errors: z.array(z.object({ extensions: z.object({ status: z.number() }) })).min(1) });

async function refresh(token: string): Promise<LoginInfo | 'refused'> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: document, variables: { token } }),
  });
  const answer: unknown = await response.json();
  const refused = refusal.safeParse(answer).data?.errors[0]?.extensions.status;
  if (definiteRefusals.includes(refused)) return 'refused';
  const pair = renewal.parse(answer).data.refreshToken;
  const login = loginInfo();
  return login === null ? 'refused' : { ...login, ...pair, receivedAt: Date.now() };
}

/**
 * The web app's own session in this tab: the same storage and the same lock, so neither tab ends the other's. Requests
 * carry the access token alone; it is renewed here beforehand and never behind the gateway.
 */
export const session = createSession({ refresh, onRefused: () => undefined });
