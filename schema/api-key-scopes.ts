import type { Method, Operation } from './rest/operation.ts';

/**
 * What an API key may be given, `Area:read` for the GETs below a path of /api and `Area:write` for the rest. What is
 * not here no key can do: change accounts, bring them back, act as a student, or count a visitor.
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
  'Student:read',
  'TextBook:read',
  'TextBook:write',
  'Trash:read',
  'User:read',
] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** What a key needs for an operation: a scope, nothing, or what no key has. */
export type NeededScope = ApiKeyScope | 'none' | 'never';

// The gateway asks the first for its caller; the others say what anybody may know.
const freeOfScopes: ReadonlySet<string> = new Set(['admission', 'settings', 'visitorAddress']);

// What it writes is a file of what the GETs beside it read.
const readsByPost: ReadonlySet<string> = new Set(['startReportExport']);

type Asked = Pick<Operation, 'name' | 'method' | 'path' | 'access'>;

/** The scope that an operation asks of an API key; the role of the key's owner is asked for besides. */
export function scopeOf({ name, method, path, access }: Asked): NeededScope {
  if (freeOfScopes.has(name)) return 'none';
  if (access.kind === 'student') return 'never';
  const wanted = `${path.split('/')[1] ?? ''}:${readsByPost.has(name) ? 'read' : action(method)}`;
  return apiKeyScopes.find((scope) => scope === wanted) ?? 'never';
}

const action = (method: Method): string => (method === 'GET' ? 'read' : 'write');

/** The same as the manuals say it. */
export function scopeInWords(needed: NeededScope): string {
  if (needed === 'never') return 'not for API keys';
  return needed === 'none' ? 'any API key' : `API keys with ${needed}`;
}
