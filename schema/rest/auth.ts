import { z } from 'zod';
import { anyone, anyStaff, roles } from '../access.ts';
import { loginRules } from '../rules/auth.ts';
import { operation } from './operation.ts';

/** What the client keeps under `loginInfo`. Lifetimes are in the access token's own claims. */
export const authInfo = z.object({
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  accessToken: z.string(),
  refreshToken: z.string(),
});
export type AuthInfo = z.output<typeof authInfo>;

export const login = operation({
  name: 'login',
  method: 'POST',
  path: '/Auth/login',
  summary:
    'Signs a member of staff in. 401 messages.checkEmailAndPassword for a wrong pair; 403 for an account not activated or deactivated.',
  access: anyone,
  body: loginRules,
  response: authInfo,
  problems: [429, 503],
});

export const refreshToken = operation({
  name: 'refreshToken',
  method: 'POST',
  path: '/Auth/refresh-token',
  summary: 'Exchanges a refresh token for its successor pair. The same token within 10 s gets the same successor.',
  access: anyone,
  body: z.object({ accessToken: z.string().max(4096).optional(), refreshToken: z.string().min(1).max(512) }),
  response: authInfo,
});

export const logout = operation({
  name: 'logout',
  method: 'POST',
  path: '/Auth/logout',
  summary: 'Ends the session of the access token at once, its refresh tokens included.',
  access: anyStaff,
});
