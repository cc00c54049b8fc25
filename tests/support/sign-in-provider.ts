import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type AccountClaims } from 'oidc-provider';
import { redirectUriOf } from '#api/domains/sign-in-providers/relying-party.ts';
import { beginLogin } from '#api/domains/sign-in-providers/login.ts';
import { sealedSecret } from '#api/domains/sign-in-providers/secret.ts';
import { newId } from '#api/ground/db/ids.ts';
import { signInProviders } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';

type Store = Uses<'db' | 'settings' | 'secrets'>;

const client = { clientId: 'manabook', clientSecret: 'a secret of the tests' };

/** A real provider of OpenID Connect on this machine, at which everybody is signed in already. */
export interface TestProvider {
  readonly issuer: string;
  /** What it says of whoever has this e-mail; the e-mail is the subject too, unless this says otherwise. */
  readonly people: Map<string, Partial<AccountClaims>>;
  close(): Promise<void>;
}

/** Starts a provider that knows this installation. */
export async function startProvider({ settings }: Uses<'settings'>): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people: TestProvider['people'] = new Map();
  const claimsOf = (email: string): AccountClaims => ({
    sub: email,
    email,
    email_verified: true,
    given_name: 'Hana',
    family_name: 'Mori',
    ...people.get(email),
  });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUriOf(settings)],
        token_endpoint_auth_method: 'client_secret_post',
        application_type: 'native',
      },
    ],
    claims: {
      email: ['email', 'email_verified', 'hd'],
      profile: ['given_name', 'family_name', 'name'],
      openid: ['sub'],
    },
    cookies: { keys: ['of the tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/signed-in/${uid}` },
    findAccount: (_context, id) => ({ accountId: claimsOf(id).sub, claims: () => claimsOf(id) }),
    pkce: { required: () => true },
  });
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/signed-in/')) return void answer(request, response);
    void signIn(provider, request, response);
  });
  return {
    issuer,
    people,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Whoever comes is the one whom the link names, and agrees to everything. */
async function signIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const accountId = String(params['login_hint']);
  const grant = new provider.Grant({ accountId, clientId: client.clientId });
  grant.addOIDCScope('openid email profile');
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, { login: { accountId }, consent });
}

let kept: Promise<TestProvider> | undefined;
let keptFor = '';

/** The provider that the worker keeps for an installation. */
export function keptProvider(services: Uses<'settings'>): Promise<TestProvider> {
  const at = redirectUriOf(services.settings);
  if (!kept || keptFor !== at) kept = startProvider(services);
  keptFor = at;
  return kept;
}

interface Given extends Partial<typeof signInProviders.$inferInsert> {
  readonly schoolId: string;
}

/** Gives a school a provider, as the operation does. */
export async function giveProvider({ db, settings, secrets }: Store, given: Given) {
  const { issuer } = await keptProvider({ settings });
  const id = newId();
  const row = {
    id,
    name: 'Google',
    issuer,
    clientId: client.clientId,
    sealedSecret: sealedSecret(secrets, id, client.clientSecret),
    domains: [`d${id.slice(-12)}.test`],
    roles: ['SchoolOwner' as const, 'Teacher' as const],
    ...given,
  };
  await db.insert(signInProviders).values(row);
  return { ...row, version: 1 };
}

/** Goes to a provider's page as a browser does; resolves to the query with which it is sent back. */
export async function answerAt(url: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next = url;
  for (let hop = 0; hop < 6; hop += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';')[0] ?? '').split(/=(.*)/);
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`The provider stopped with ${response.status}: ${await response.text()}`);
    const to = new URL(location, next);
    if (to.pathname === '/login/provider') return to.search.slice(1);
    next = to.href;
  }
  throw new Error('The provider goes round in circles');
}

/** The whole way of somebody to a provider and back, as `providerLogin` takes it. */
export async function cameBack(services: Store, email: string): Promise<{ state: string; answer: string }> {
  const { url, state } = await beginLogin(services, { email });
  return { state, answer: await answerAt(url) };
}
