import { z } from 'zod';
import { apiKeyScopes } from '../api-key-scopes.ts';
import { dateTime, idOf, requiredText } from '../rest/values.ts';

/**
 * The account that a key acts as. A personal key acts as the administrator who creates it, and ends with that person's
 * role, status or account. A service key has an account of its own, which stays when the creator leaves.
 */
export const apiKeyKinds = ['personal', 'service'] as const;
export type ApiKeyKind = (typeof apiKeyKinds)[number];

const scope = z.enum(apiKeyScopes, { error: 'messages.invalidValue' });

/** The values of a new API key. */
export const apiKeyRules = z.object({
  kind: z.enum(apiKeyKinds, { error: 'messages.invalidValue' }).default('personal'),
  /** For a service account: the school in which it acts like an owner. Null or left out, it acts in all schools. */
  schoolId: idOf('school').nullish(),
  /** Unique among its owner's live keys, or those of all service accounts, whatever its case. */
  name: requiredText(100, 'messages.apiKeyNameRequire'),
  /** The order does not matter, and duplicates count once. */
  scopes: z
    .array(scope, { error: 'messages.apiKeyScopesRequire' })
    .min(1, { error: 'messages.apiKeyScopesRequire' })
    .max(100, { error: 'messages.invalidValue' })
    .transform((scopes) => apiKeyScopes.filter((known) => scopes.includes(known))),
  /** Left out or null, the key lasts until it is revoked. */
  expiresAt: dateTime
    // The type's own rule reports an invalid date, so this rule lets it pass.
    .refine((instant) => !(Date.parse(instant) <= Date.now()), { error: 'messages.apiKeyExpiryPast' })
    .nullish(),
});
export type ApiKeyValues = z.output<typeof apiKeyRules>;
