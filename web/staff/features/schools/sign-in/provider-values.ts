import { z } from 'zod';
import { newSignInProviderRules, signInProviderRules } from '#schema/rules/sign-in-providers.ts';
import type { ProviderDetailFragment, SchoolRole } from '#web/staff/operations.generated.ts';

/** The fields of the form; the domains stand in one line. */
export interface ProviderValues {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly domains: string;
  readonly roles: readonly SchoolRole[];
  readonly createsTeachers: boolean;
}

const domainsIn = (line: string): string[] => line.split(/[\s,、，]+/).filter((domain) => domain !== '');

const inOneLine = z.string().transform(domainsIn).pipe(signInProviderRules.shape.domains);
const roles = z.array(z.enum(['SCHOOL_OWNER', 'TEACHER'])).min(1, { error: 'messages.roleRequire' });

export const providerFormRules = signInProviderRules.extend({ domains: inOneLine, roles });
export const newProviderFormRules = newSignInProviderRules.extend({ domains: inOneLine, roles });

export const newProviderValues: ProviderValues = {
  name: '',
  issuer: '',
  clientId: '',
  clientSecret: '',
  domains: '',
  roles: ['SCHOOL_OWNER', 'TEACHER'],
  createsTeachers: false,
};

/** A stored provider; its secret is never read. */
export function valuesOf({ name, issuer, clientId, domains, roles, createsTeachers }: ProviderDetailFragment) {
  const plain = { name, issuer, clientId, roles, createsTeachers };
  return { ...plain, clientSecret: '', domains: domains.join(', ') } satisfies ProviderValues;
}

export const inputOf = ({ name, issuer, clientId, clientSecret, domains, roles, createsTeachers }: ProviderValues) => ({
  name: name.trim(),
  issuer: issuer.trim(),
  clientId: clientId.trim(),
  clientSecret: clientSecret.trim(),
  domains: domainsIn(domains),
  roles: [...roles],
  createsTeachers,
});
