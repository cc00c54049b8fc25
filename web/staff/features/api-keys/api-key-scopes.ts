import type { ApiKeyKind } from '#schema/rules/api-keys.ts';
import type { ApiKeyScope } from '#schema/api-key-scopes.ts';
import type { ApiKeyScope as GraphQlScope, ApiKeyState } from '#web/staff/operations.generated.ts';

/** Each scope as GraphQL spells it. */
export const graphQlScopes = {
  'Audit:read': 'AUDIT_READ',
  'Class:read': 'CLASS_READ',
  'Class:write': 'CLASS_WRITE',
  'Community:read': 'COMMUNITY_READ',
  'Community:write': 'COMMUNITY_WRITE',
  'Content:read': 'CONTENT_READ',
  'Content:write': 'CONTENT_WRITE',
  'Lesson:read': 'LESSON_READ',
  'Lesson:write': 'LESSON_WRITE',
  'PushAndListen:read': 'PUSH_AND_LISTEN_READ',
  'PushAndListen:write': 'PUSH_AND_LISTEN_WRITE',
  'Report:read': 'REPORT_READ',
  'Roster:read': 'ROSTER_READ',
  'Roster:write': 'ROSTER_WRITE',
  'Student:read': 'STUDENT_READ',
  'TextBook:read': 'TEXT_BOOK_READ',
  'TextBook:write': 'TEXT_BOOK_WRITE',
  'Trash:read': 'TRASH_READ',
  'User:read': 'USER_READ',
  'User:write': 'USER_WRITE',
} as const satisfies Record<ApiKeyScope, GraphQlScope>;

/** The areas of scopes in the order of the form: the key of the title in `api-keys`, and the read and write scopes. */
export const scopeAreas = [
  { word: 'areaUser', read: 'User:read', write: 'User:write', writeWord: 'writeTeachers' },
  { word: 'areaClass', read: 'Class:read', write: 'Class:write' },
  { word: 'areaRoster', read: 'Roster:read', write: 'Roster:write', writeWord: 'writeRosters' },
  { word: 'areaCommunity', read: 'Community:read', write: 'Community:write' },
  { word: 'areaTextBook', read: 'TextBook:read', write: 'TextBook:write' },
  { word: 'areaLesson', read: 'Lesson:read', write: 'Lesson:write' },
  { word: 'areaContent', read: 'Content:read', write: 'Content:write' },
  { word: 'areaPushAndListen', read: 'PushAndListen:read', write: 'PushAndListen:write' },
  { word: 'areaStudent', read: 'Student:read' },
  { word: 'areaReport', read: 'Report:read' },
  { word: 'areaTrash', read: 'Trash:read' },
  { word: 'areaAudit', read: 'Audit:read' },
] as const satisfies readonly { word: string; read: ApiKeyScope; write?: ApiKeyScope; writeWord?: string }[];

/** The key of the label for write access. Some areas have their own label: a key can change teachers, not all users. */
export const writeWordOf = (area: (typeof scopeAreas)[number]) => ('writeWord' in area ? area.writeWord : 'write');

/** The key of each kind of owner in `api-keys`. */
export const kindWords = { personal: 'asYou', service: 'asService' } as const satisfies Record<ApiKeyKind, string>;

/** The key of each state in `api-keys`, and its colour. */
export const stateWords = {
  LIVE: { word: 'stateLive', tone: 'good' },
  EXPIRED: { word: 'stateExpired', tone: 'quiet' },
  REVOKED: { word: 'stateRevoked', tone: 'quiet' },
} as const satisfies Record<ApiKeyState, { word: string; tone: 'good' | 'quiet' }>;
