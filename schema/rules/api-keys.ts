import { z } from 'zod';
import { apiKeyScopes } from '../api-key-scopes.ts';
import { dateTime, idOf, requiredText } from '../rest/values.ts';

/**
 * As whom a key acts: as the administrator who makes it, with whose role, status or account it ends; or as a service
 * account of its own, which stays when its maker leaves.
 */
export const apiKeyKinds = ['personal', 'service'] as const;
export type ApiKeyKind = (typeof apiKeyKinds)[number];

const scope = z.enum(apiKeyScopes, { error: 'messages.invalidValue' });

/** What somebody says of an API key that is to be made. */
export const apiKeyRules = z.object({
  kind: z.enum(apiKeyKinds, { error: 'messages.invalidValue' }).default('personal'),
  /** Of a service account alone: it acts in this school, as an owner of it could. Null or left out, in all schools. */
  schoolId: idOf('school').nullish(),
  /** Unique among its owner's live keys, or those of all service accounts, whatever its case. */
  name: requiredText(100, 'messages.apiKeyNameRequire'),
  /** In any order; what is given twice counts once. */
  scopes: z
    .array(scope, { error: 'messages.apiKeyScopesRequire' })
    .min(1, { error: 'messages.apiKeyScopesRequire' })
    .max(100, { error: 'messages.invalidValue' })
    .transform((scopes) => apiKeyScopes.filter((known) => scopes.includes(known))),
  /** Left out or null, the key lasts until it is revoked. */
  expiresAt: dateTime
    // What is no date has been told so.
    .refine((instant) => !(Date.parse(instant) <= Date.now()), { error: 'messages.apiKeyExpiryPast' })
    .nullish(),
});
export type ApiKeyValues = z.output<typeof apiKeyRules>;
