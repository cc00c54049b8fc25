import { z } from 'zod';
import { staffWith } from '../access.ts';
import { apiKeyScopes } from '../api-key-scopes.ts';
import { apiKeyKinds, apiKeyRules } from '../rules/api-keys.ts';
import { operation } from './operation.ts';
import { rulesOfInput } from './problems.ts';
import { pageOf, paging } from './paging.ts';
import { schoolName } from './schools.ts';
import { staffMember } from './users.ts';
import { dateTime, idOf } from './values.ts';

/** The maximum of live keys per person. */
export const mostApiKeys = 20;

/** The maximum of live keys of service accounts in an installation. */
export const mostServiceKeys = 50;

export const apiKeyStates = ['live', 'expired', 'revoked'] as const;
export type ApiKeyState = (typeof apiKeyStates)[number];

/** An API key as administrators see it; the key itself is shown once, when it is made. */
export const apiKeyDetail = z.object({
  id: idOf('apiKey'),
  name: z.string(),
  /** The key's last four characters, by which people recognise a key. */
  lastFour: z.string(),
  scopes: z.array(z.enum(apiKeyScopes)),
  kind: z.enum(apiKeyKinds),
  /** The account that the key acts as: a person, or a service account, whose first name is the name of the key. */
  owner: staffMember,
  /** Null when the creator's account is deleted for good. */
  createdBy: staffMember.nullable(),
  /** The school of a service account that acts in one; null for the others. */
  school: schoolName.nullable(),
  state: z.enum(apiKeyStates),
  createdAt: dateTime,
  /** The same as `createdAt`, by the older name. */
  dateCreated: dateTime,
  /** Null for a key without an expiry. */
  expiresAt: dateTime.nullable(),
  /** To the minute; null for an unused key. */
  lastUsedAt: dateTime.nullable(),
  revokedAt: dateTime.nullable(),
  /** Null for a live key, and for a key that ended with its owner's role, status or account. */
  revokedBy: staffMember.nullable(),
});
export type ApiKeyDetail = z.output<typeof apiKeyDetail>;

export const apiKeySortFields = ['name', 'createdAt', 'dateCreated', 'lastUsed', 'expires'] as const;
export type ApiKeySortField = (typeof apiKeySortFields)[number];

const access = staffWith('All:All');

export const apiKeys = operation({
  name: 'apiKeys',
  method: 'GET',
  path: '/ApiKey',
  summary:
    'The API keys of everybody and of all service accounts, the newest first unless sorted: whose, what for, when last used; never a key itself. Those that ended stay listed; the list can be narrowed to live, expired or revoked ones.',
  limits: '100 rows to a page',
  access,
  query: z.object({ State: z.array(z.enum(apiKeyStates)).default([]), ...paging(apiKeySortFields) }),
  response: pageOf(apiKeyDetail),
});

export const createApiKey = operation({
  name: 'createApiKey',
  method: 'POST',
  path: '/ApiKey',
  summary:
    "Makes an API key, which acts within its scopes: as the caller, or as a new service account, as an administrator could, or in one school as its owner could. `key` is in this answer and nowhere else; it is sent as `Authorization: Bearer mbk_…`. It ends when it is revoked and when it expires; a personal one also with its owner's role, status or account. Sent twice, the second is refused, and the first key must be revoked if its answer was lost.",
  limits: '20 live keys a person, 50 of service accounts',
  access,
  body: apiKeyRules,
  response: z.object({ key: z.string(), apiKey: apiKeyDetail }),
  status: 201,
  problems: {
    400: rulesOfInput,
    409: '`messages.apiKeyNameExists` on `name` when another live key of the caller, or of a service account, has it, `messages.tooManyApiKeys` for more than 20 live ones of the caller, or 50 of service accounts',
  },
});

export const revokeApiKey = operation({
  name: 'revokeApiKey',
  method: 'DELETE',
  path: '/ApiKey/{id}',
  summary: 'Ends an API key at once and for good, whoever owns it: the next request with it is refused.',
  access,
  params: z.object({ id: idOf('apiKey') }),
  problems: { 404: '`messages.notFound` for one that is unknown or ended already' },
});
