import { z } from 'zod';
import { memberRoles } from '../access.ts';
import { means } from '../rest/meanings.ts';
import { requiredText, trimmedText } from '../rest/values.ts';
import { isThisMachine } from '../settings/this-machine.ts';
import { signInProof } from './sign-in-proof.ts';
import { urlOf } from './url-of.ts';

/** The address by which a provider names itself: https, or http of this machine, without a name, a query or a fragment. */
function isIssuer(given: string): boolean {
  // An empty text has its own message.
  if (given.trim() === '') return true;
  const url = urlOf(given);
  if (!url) return false;
  const { protocol, username, password, search, hash } = url;
  if (username !== '' || password !== '' || search !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(given));
}

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A domain of e-mail addresses in ASCII, such as `school.ed.jp`. */
function isDomain(given: string): boolean {
  const labels = given.split('.');
  return given.length <= 253 && labels.length > 1 && labels.every((part) => label.test(part));
}

const domain = means(
  z
    .string({ error: 'messages.domainInvalid' })
    .trim()
    .toLowerCase()
    .refine(isDomain, { error: 'messages.domainInvalid' }),
  { text: 'emailDomain' },
);

/** The fields of a provider by which a school's people sign in (OpenID Connect). */
export const signInProviderRules = z.object({
  name: requiredText(100, 'messages.providerNameRequire'),
  issuer: means(requiredText(500, 'messages.issuerRequire').refine(isIssuer, { error: 'messages.issuerInvalid' }), {
    text: 'issuer',
  }),
  clientId: requiredText(500, 'messages.clientIdRequire'),
  /** Null keeps the stored secret. */
  clientSecret: trimmedText(2000)
    .nullish()
    .transform((given) => given || null),
  /** The domains whose e-mails the provider vouches for; duplicates count once. */
  domains: z
    .array(domain, { error: 'messages.domainsRequire' })
    .min(1, { error: 'messages.domainsRequire' })
    .max(20, { error: 'messages.tooManyAtOnce' })
    .transform((domains) => [...new Set(domains)].sort()),
  /** The roles of the school's members who may sign in by this provider. */
  roles: z
    .array(z.enum(memberRoles, { error: 'messages.invalidValue' }), { error: 'messages.roleRequire' })
    .min(1, { error: 'messages.roleRequire' })
    .max(10, { error: 'messages.invalidValue' })
    .transform((roles) => memberRoles.filter((known) => roles.includes(known))),
  /** Whether a person of these domains without an account gets one, as a teacher of the school. */
  createsTeachers: z.boolean({ error: 'messages.invalidValue' }),
});
export type SignInProviderValues = z.output<typeof signInProviderRules>;

/** A new one needs its secret. */
export const newSignInProviderRules = signInProviderRules.extend({
  clientSecret: requiredText(2000, 'messages.clientSecretRequire'),
  createsTeachers: signInProviderRules.shape.createsTeachers.default(false),
});
export type NewSignInProviderValues = z.output<typeof newSignInProviderRules>;

/**
 * The e-mail whose school is looked up. Any e-mail is accepted, since other addresses than the staff's have longer
 * endings.
 */
export const beginProviderLoginRules = z.object({
  email: means(requiredText(254, 'messages.emailRequire'), { text: 'providerEmail' }),
  /** The solution that a refusal with `messages.proofNeeded` demands. */
  proof: signInProof.nullish(),
});
