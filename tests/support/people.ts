import type { AuthInfo } from '#schema/rest/auth-info.ts';
import type { Role } from '#schema/access.ts';
import type { World } from './world.ts';

export const demoPassword = 'learn-together';

export const demoEmail: Record<Role, string> = {
  SuperAdmin: 'superadmin@demo.test',
  Administrator: 'admin@demo.test',
  SchoolOwner: 'owner@demo.test',
  Teacher: 'teacher@demo.test',
};

/** Signs one of the demo accounts in through REST. */
export async function signIn(world: World, role: Role): Promise<AuthInfo> {
  const response = await fetch(`${world.apiUrl}/api/Auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demoEmail[role], password: demoPassword }),
  });
  if (!response.ok) throw new Error(`${role} could not sign in: ${response.status} ${await response.text()}`);
  return (await response.json()) as AuthInfo;
}

/** Runs one GraphQL operation against the gateway, as nobody, or with the tokens given. */
export async function graphql<Data>(
  world: World,
  query: string,
  variables: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<{ data?: Data | null; errors?: { message: string; extensions: Record<string, unknown> }[] }> {
  const response = await fetch(`${world.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as {
    data?: Data | null;
    errors?: { message: string; extensions: Record<string, unknown> }[];
  };
}
