import { demoEmail, demoPassword } from '#tests/support/people.ts';

/** The authorization of the demo school's administrator. */
export async function signInAt(url: string): Promise<string> {
  const response = await fetch(`${url}/api/Auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demoEmail.Administrator, password: demoPassword }),
  });
  const { accessToken } = (await response.json()) as { accessToken: string };
  return `Bearer ${accessToken}`;
}
