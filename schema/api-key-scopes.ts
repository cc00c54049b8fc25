import type { Method, Operation } from './rest/operation.ts';

/**
 * The scopes of an API key: `Area:read` for the GETs below a path of /api, `Area:write` for the others. Operations
 * without a scope are closed to keys: passwords, deleting and restoring accounts, acting as a student, counting visitors.
 */
export const apiKeyScopes = [
  'Audit:read',
  'Class:read',
  'Class:write',
  'Community:read',
  'Community:write',
  'Content:read',
  'Content:write',
  'Lesson:read',
  'Lesson:write',
  'PushAndListen:read',
  'PushAndListen:write',
  'Report:read',
  'Roster:read',
  'Roster:write',
  'Student:read',
  'TextBook:read',
  'TextBook:write',
  'Trash:read',
  'User:read',
  'User:write',
] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** What an operation requires of a key: a scope, nothing, or `never`. */
export type NeededScope = ApiKeyScope | 'none' | 'never';

// The gateway asks the first for its caller; the others say what anybody may know.
const freeOfScopes: ReadonlySet<string> = new Set(['admission', 'settings', 'viewer', 'visitorAddress']);

// What it writes is a file of what the GETs beside it read.
const readsByPost: ReadonlySet<string> = new Set(['startReportExport']);

// What a roster needs. Whose accounts these change is limited further (`api/domains/users/scope.ts`).
const writesUsers: ReadonlySet<string> = new Set([
  'createUser',
  'updateUser',
  'setUserStatus',
  'setUserStatuses',
  'upsertUsers',
]);

type Asked = Pick<Operation, 'name' | 'method' | 'path' | 'access'>;

/** The scope that an operation requires of an API key, besides the role of the key's owner. */
export function scopeOf({ name, method, path, access }: Asked): NeededScope {
  if (freeOfScopes.has(name)) return 'none';
  if (access.kind === 'student') return 'never';
  const wanted = `${path.split('/')[1] ?? ''}:${readsByPost.has(name) ? 'read' : action(method)}`;
  if (wanted === 'User:write' && !writesUsers.has(name)) return 'never';
  return apiKeyScopes.find((scope) => scope === wanted) ?? 'never';
}

const action = (method: Method): string => (method === 'GET' ? 'read' : 'write');

/** The requirement in words, for the manuals. */
export function scopeInWords(needed: NeededScope): string {
  if (needed === 'never') return 'not for API keys';
  return needed === 'none' ? 'any API key' : `API keys with ${needed}`;
}
