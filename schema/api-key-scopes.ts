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

/** The scope that an operation requires of a key; `none` needs no scope, and `never` refuses every key. */
export type NeededScope = ApiKeyScope | 'none' | 'never';

// The gateway calls `admission` on behalf of its caller. The others return values that anybody may know.
const freeOfScopes: ReadonlySet<string> = new Set(['admission', 'settings', 'viewer', 'visitorAddress']);

// This POST only writes a file of values that the GETs beside it return.
const readsByPost: ReadonlySet<string> = new Set(['startReportExport']);

// The operations that a roster needs. `api/domains/users/scope.ts` limits further which accounts they change.
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
