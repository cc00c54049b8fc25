import { z } from 'zod';
import { anyone, memberRoles, staffWith } from '../access.ts';
import { beginProviderLoginRules, newSignInProviderRules, signInProviderRules } from '../rules/sign-in-providers.ts';
import { authInfo } from './auth-info.ts';
import { edited } from './editing.ts';
import { operation } from './operation.ts';
import {
  changedMeanwhile,
  notFound,
  proofNeeded,
  rulesOfInput,
  tooManyPasswords,
  tooManyRequests,
} from './problems.ts';
import { idOf, text, versionOf } from './values.ts';

/** The maximum of providers of one school. */
export const mostProviders = 5;

/** A provider of OpenID Connect by which a school's people sign in. Its secret is in no answer. */
export const signInProvider = z.object({
  id: idOf('signInProvider'),
  /** The name on the sign-in page. */
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  domains: z.array(z.string()),
  roles: z.array(z.enum(memberRoles)),
  createsTeachers: z.boolean(),
  /** The address that the provider sends people back to; the provider must know it. */
  redirectUri: z.string(),
  ...edited,
});
export type SignInProvider = z.output<typeof signInProvider>;

/**
 * Why a provider cannot be used: no answer, an address that is not public, an answer that is none of this issuer, or a
 * secret that cannot be read any more.
 */
export const providerProblems = ['connection', 'address', 'issuer', 'secret'] as const;
export type ProviderProblem = (typeof providerProblems)[number];

const access = staffWith('All:All');
const params = z.object({ id: idOf('signInProvider') });
const ofSchool = z.object({ id: idOf('school') });
const names = { id: 'schoolId' } as const;
const refused = `${rulesOfInput}; \`messages.issuerLocal\` on \`issuer\` for this machine or a private network, unless the operator allows those`;
const domainTaken =
  '`messages.domainTaken` on `domains` (with `domain` in `messageValues`) for one of another provider';

export const signInProviders = operation({
  name: 'signInProviders',
  method: 'GET',
  path: '/School/{id}/sign-in-providers',
  summary: "The providers by which a school's people sign in, by name, never with a secret.",
  access,
  params: ofSchool,
  response: z.array(signInProvider),
  problems: { 404: notFound },
  names,
});

export const addSignInProvider = operation({
  name: 'addSignInProvider',
  method: 'POST',
  path: '/School/{id}/sign-in-providers',
  summary:
    "Lets a school's people sign in by their account at a provider of OpenID Connect, such as Google Workspace or Microsoft Entra. A domain belongs to one provider.",
  limits: '5 providers of one school (`messages.tooManyProviders`)',
  access,
  params: ofSchool,
  body: newSignInProviderRules,
  response: signInProvider,
  status: 201,
  problems: {
    400: refused,
    404: notFound,
    409: `${domainTaken}, \`messages.tooManyProviders\` past ${mostProviders}`,
  },
  names,
});

export const updateSignInProvider = operation({
  name: 'updateSignInProvider',
  method: 'PUT',
  path: '/SignInProvider/{id}',
  summary:
    'Replaces what is stored of a provider; without `clientSecret` the secret stays. With another issuer, people are found by their e-mail again.',
  access,
  params,
  body: signInProviderRules.extend({ version: versionOf('signInProvider') }),
  response: signInProvider,
  problems: {
    400: `${refused}; \`messages.clientSecretRequire\` on \`clientSecret\` with another issuer and none`,
    404: notFound,
    409: `${changedMeanwhile}; ${domainTaken}`,
  },
});

export const removeSignInProvider = operation({
  name: 'removeSignInProvider',
  method: 'DELETE',
  path: '/SignInProvider/{id}',
  summary: 'Removes a provider: nobody signs in by it any more. Accounts and sessions stay.',
  access,
  params,
  problems: { 404: notFound },
});

export const checkSignInProvider = operation({
  name: 'checkSignInProvider',
  method: 'POST',
  path: '/SignInProvider/{id}/check',
  summary: 'Asks a provider for its public description, as a sign-in does. Changes nothing.',
  access,
  params,
  response: z.object({
    /** Null when it answered as it should. */
    problem: z.enum(providerProblems).nullable(),
  }),
  problems: { 404: notFound },
});

export const beginProviderLogin = operation({
  name: 'beginProviderLogin',
  method: 'POST',
  path: '/Auth/login/provider/begin',
  summary:
    'Begins a sign-in at the provider that has the domain of this e-mail, and answers the page to go to. The page works for 10 minutes. The answer does not tell whether an account exists. While the provider does not answer, it is `messages.providerUnreachable`.',
  limits:
    '60 a minute from one address. Past them a device where staff have signed in has 30 a minute more, and any other needs a proof (`messages.proofNeeded`), as in `login`',
  access: anyone,
  body: beginProviderLoginRules,
  response: z.object({
    name: z.string(),
    /** The provider's page that the browser goes to. */
    url: z.string(),
    /** The value that the provider's answer must bring back to this browser. */
    state: z.string(),
  }),
  problems: {
    400: '`messages.noSignInProvider` on `email` where no school’s provider has its domain',
    409: '`messages.providerUnreachable` while the provider does not answer',
    429: proofNeeded,
    503: tooManyPasswords,
  },
});

export const providerLogin = operation({
  name: 'providerLogin',
  method: 'POST',
  path: '/Auth/login/provider',
  summary:
    'Signs in with the answer of a provider. Whatever does not fit is `messages.providerLoginFailed`; while the provider does not answer, it is `messages.providerUnreachable`. Where the account has a second step, it is asked for as after a password (`login`).',
  limits: '60 wrong ones a minute from one address; right ones are answered past it',
  access: anyone,
  whose: 'the provider tells who it is',
  body: z.object({
    /** The `state` from `beginProviderLogin`. */
    state: text(200),
    /** The query with which the provider sent the browser back, without its `?`. */
    answer: text(8000),
    rememberMe: z.boolean().default(false),
  }),
  response: authInfo,
  names: { accessToken: null },
  remembersDevice: true,
  problems: {
    401: '`messages.providerLoginFailed`',
    403: '`messages.providerUnknownPerson` for somebody who may not sign in by this provider; `messages.accountDeactivated`; `messages.secondFactorNeeded`, `messages.passkeyNeeded` or `messages.codeOrPasskeyNeeded`, with `challenge` for `completeLogin` and `passkeyLogin`',
    409: '`messages.providerUnreachable` while the provider does not answer',
    429: tooManyRequests,
  },
});
