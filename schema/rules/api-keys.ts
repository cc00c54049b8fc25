import { z } from 'zod';
import { apiKeyScopes } from '../api-key-scopes.ts';
import { dateTime, requiredText } from '../rest/values.ts';

const scope = z.enum(apiKeyScopes, { error: 'messages.invalidValue' });

/** What somebody says of an API key that is to be made. */
export const apiKeyRules = z.object({
  /** Unique among its owner's live keys, whatever its case. */
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
