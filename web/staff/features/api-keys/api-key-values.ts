import { z } from 'zod';
import type { ApiKeyScope } from '#schema/api-key-scopes.ts';
import { date } from '#schema/rest/values.ts';
import { type ApiKeyKind, apiKeyRules } from '#schema/rules/api-keys.ts';
import type { ApiKeyKind as GraphQlKind, CreateApiKeyInput } from '#web/staff/operations.generated.ts';
import { endOfSchoolDay } from '#web/staff/platform/settings/settings.ts';
import { graphQlScopes } from './api-key-scopes.ts';

export interface ApiKeyFormValues {
  readonly name: string;
  readonly kind: ApiKeyKind;
  /** Null for all schools. */
  readonly schoolId: string | null;
  readonly scopes: readonly ApiKeyScope[];
  /** The last valid day; `''` for a key without an end. */
  readonly expiresAt: string;
}

export const newApiKeyValues: ApiKeyFormValues = {
  name: '',
  kind: 'personal',
  schoolId: null,
  scopes: [],
  expiresAt: '',
};

const graphQlKinds = { personal: 'PERSONAL', service: 'SERVICE' } as const satisfies Record<ApiKeyKind, GraphQlKind>;

const lastDay = date.refine((day) => !(endOfSchoolDay(day).getTime() <= Date.now()), {
  error: 'messages.apiKeyExpiryPast',
});

/** The API's rules, except that the form asks for a day in place of an instant. */
export const apiKeyFormRules = apiKeyRules.extend({ expiresAt: z.union([z.literal(''), lastDay]) });

export function inputOf({ name, kind, schoolId, scopes, expiresAt }: ApiKeyFormValues): CreateApiKeyInput {
  return {
    name,
    kind: graphQlKinds[kind],
    // Drops a school that was chosen before the user switched to a personal key.
    schoolId: kind === 'service' ? schoolId : null,
    scopes: scopes.map((scope) => graphQlScopes[scope]),
    expiresAt: expiresAt === '' ? null : endOfSchoolDay(expiresAt).toISOString(),
  };
}
