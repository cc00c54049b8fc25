import type { IncomingMessage } from 'node:http';
import * as client from 'openid-client';
import { z } from 'zod';
import type { signInProviders } from '#api/ground/db/schema.ts';
import { callOut } from '#api/ground/http/call-out.ts';
import { AddressRefused } from '#api/ground/http/public-address.ts';
import type { Uses } from '#api/ground/services.ts';
import type { ProviderProblem } from '#schema/rest/sign-in-providers.ts';
import { openedSecret } from './secret.ts';

type Services = Uses<'settings' | 'secrets'>;
type Provider = typeof signInProviders.$inferSelect;

const timeoutSeconds = 10;

/** The bytes of a provider's largest answer; descriptions and key sets have some kilobytes. */
const mostBytes = 1024 * 1024;

/** The redirect URI that providers send people back to. */
export const redirectUriOf = ({ publicUrl }: Services['settings']): string =>
  new URL('/login/provider', publicUrl).href;

/** A provider that cannot be used now. */
export class ProviderUnusable extends Error {
  override readonly name = 'ProviderUnusable';
  readonly problem: ProviderProblem;

  constructor(problem: ProviderProblem, cause?: unknown) {
    super(`The provider cannot be used: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** Whatever the network did; the library wraps it. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Calls a provider for the library, without redirects and never an address that is not public. */
const fetchFrom =
  (allowLocal: boolean): client.CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const limit = AbortSignal.timeout(timeoutSeconds * 1000);
    try {
      const answer = await callOut({
        ...{ url, method, headers, allowLocal },
        // The library sends forms only.
        body: body instanceof URLSearchParams ? body.toString() : undefined,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      const status = answer.statusCode ?? 500;
      const type = answer.headers['content-type'];
      const received = await textOf(answer);
      return new Response(status === 204 || status === 304 ? null : received, {
        status,
        headers: type === undefined ? {} : { 'content-type': type },
      });
    } catch (error) {
      throw new NoAnswer('The provider did not answer', { cause: error });
    }
  };

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Leaving the loop closes the connection.
    if (length > mostBytes) throw new Error('The answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function isCausedBy(error: unknown, kind: new (...given: never[]) => Error): boolean {
  return error instanceof kind || (error instanceof Error && isCausedBy(error.cause, kind));
}

/** The provider's public description (OpenID Connect Discovery). Throws `ProviderUnusable`. */
export async function describedProvider(
  { settings, secrets }: Services,
  provider: Provider,
): Promise<client.Configuration> {
  const secret = openedSecret(secrets, provider);
  if (secret === undefined) throw new ProviderUnusable('secret');
  const issuer = new URL(provider.issuer);
  const isPlain = settings.localSignInProviders && issuer.protocol === 'http:';
  try {
    return await client.discovery(issuer, provider.clientId, secret, undefined, {
      // The signature of the ID token is checked, though it comes over TLS from the provider itself.
      execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
      [client.customFetch]: fetchFrom(settings.localSignInProviders),
      timeout: timeoutSeconds,
    });
  } catch (error) {
    throw unusable(error);
  }
}

function unusable(error: unknown): ProviderUnusable {
  if (isCausedBy(error, AddressRefused)) return new ProviderUnusable('address', error);
  const isOther = error instanceof client.ClientError && error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
  return new ProviderUnusable(isOther ? 'issuer' : 'connection', error);
}

/** One sign-in at a provider: the values that bind the provider's answer to the browser that started it. */
interface Login {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export const newLogin = (): Login => ({
  state: client.randomState(),
  nonce: client.randomNonce(),
  codeVerifier: client.randomPKCECodeVerifier(),
});

/** The provider's page on which somebody signs in. */
export async function loginPage(
  services: Services,
  provider: Provider,
  login: Login & { readonly email: string },
): Promise<string> {
  const { state, nonce, codeVerifier, email } = login;
  const description = await describedProvider(services, provider);
  return client.buildAuthorizationUrl(description, {
    redirect_uri: redirectUriOf(services.settings),
    scope: 'openid email profile',
    ...{ state, nonce, login_hint: email },
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  }).href;
}

const optional = z.string().max(2000).optional().catch(undefined);

const claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: optional,
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(false),
  given_name: optional,
  family_name: optional,
  name: optional,
  /** Google's: the organisation's domain. */
  hd: optional,
});

/** The claims of a provider about a person. */
export type ProviderClaims = z.output<typeof claims>;

interface Answer {
  readonly login: Login;
  /** The query with which the browser came back. */
  readonly answer: string;
}

/**
 * Exchanges a provider's answer for who signed in (authorization code flow with PKCE); undefined for an answer that does
 * not fit. Throws `ProviderUnusable` where the provider does not answer.
 */
export async function claimsOf(
  services: Services,
  provider: Provider,
  { login: { state, nonce, codeVerifier }, answer }: Answer,
): Promise<ProviderClaims | undefined> {
  const description = await describedProvider(services, provider);
  const back = new URL(redirectUriOf(services.settings));
  back.search = answer;
  const expected = {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  };
  try {
    const tokens = await client.authorizationCodeGrant(description, back, expected);
    const tokenClaims = tokens.claims();
    const { data } = claims.safeParse(tokenClaims);
    if (!data || data.email !== undefined || !description.serverMetadata().userinfo_endpoint) return data;
    // Providers may keep the e-mail out of the ID token.
    return claims.safeParse({
      ...tokenClaims,
      ...(await client.fetchUserInfo(description, tokens.access_token, data.sub)),
    }).data;
  } catch (error) {
    if (isCausedBy(error, NoAnswer)) throw unusable(error);
    return undefined;
  }
}
