import { and, arrayContains, eq, gt, sql } from 'drizzle-orm';
import { hashOf } from '#api/domains/auth/tokens.ts';
import { providerLogins, signInProviders } from '#api/ground/db/schema.ts';
import { conflict, forbidden, invalid, unauthorized } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { BodyOf, ResponseOf } from '#schema/rest/operation.ts';
import type { beginProviderLogin, providerLogin } from '#schema/rest/sign-in-providers.ts';
import { accountOfPerson } from './person.ts';
import { claimsOf, loginPage, newLogin, ProviderUnusable } from './relying-party.ts';

type Services = Uses<'db' | 'settings' | 'secrets'>;

// No 503, which is for this service itself: the web app then leaves the page.
const unreachable = () =>
  conflict(
    'messages.providerUnreachable',
    'The school’s provider for signing in does not answer. Try again, or sign in with your password.',
  );

/** The provider's page for an e-mail, by its domain. The answer can be used once within 10 minutes. */
export async function beginLogin(
  services: Services,
  { email }: BodyOf<typeof beginProviderLogin>,
): Promise<ResponseOf<typeof beginProviderLogin>> {
  const { db } = services;
  const domain = email.toLowerCase().split('@')[1] ?? '';
  const [provider] = await db
    .select()
    .from(signInProviders)
    .where(arrayContains(signInProviders.domains, [domain]));
  if (!provider) throw invalid({ email: ['messages.noSignInProvider'] });
  const login = newLogin();
  const url = await loginPage(services, provider, { ...login, email }).catch(answerUnusable);
  const { state, nonce, codeVerifier } = login;
  const expiresAt = sql`now() + interval '10 minutes'`;
  await db
    .insert(providerLogins)
    .values({ hash: hashOf(state), providerId: provider.id, nonce, codeVerifier, expiresAt });
  return { name: provider.name, url, state };
}

/** The account of the person in a provider's answer. 401 for an invalid answer, 403 for an unknown person. */
export async function accountOfAnswer(
  services: Services,
  { state, answer }: Pick<BodyOf<typeof providerLogin>, 'state' | 'answer'>,
  requestId: string,
): Promise<string> {
  const { db } = services;
  // Deleted first, so that no answer is used twice.
  const [login] = await db
    .delete(providerLogins)
    .where(and(eq(providerLogins.hash, hashOf(state)), gt(providerLogins.expiresAt, sql`now()`)))
    .returning();
  const [provider] = login
    ? await db.select().from(signInProviders).where(eq(signInProviders.id, login.providerId))
    : [];
  const claims =
    login && provider
      ? await claimsOf(services, provider, { login: { ...login, state }, answer }).catch(answerUnusable)
      : undefined;
  if (!provider || !claims)
    throw unauthorized('messages.providerLoginFailed', 'The sign-in did not work. Begin again.');
  const userId = await db.transaction((tx) => accountOfPerson(tx, { provider, claims, requestId }));
  if (userId === undefined)
    throw forbidden('messages.providerUnknownPerson', 'No account of this school has this e-mail.');
  return userId;
}

function answerUnusable(error: unknown): never {
  throw error instanceof ProviderUnusable ? unreachable() : error;
}
