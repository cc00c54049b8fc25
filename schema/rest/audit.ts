import { z } from 'zod';
import { staffWith } from '../access.ts';
import { operation } from './operation.ts';
import { connection, connectionOf, searchText } from './paging.ts';
import { date, dateTime, id, idOf, text } from './values.ts';

/** One changed field; null means no value, or a row that did not exist. */
export const auditChange = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

/** An action of a member of staff. The names stay when the person or the row is gone. */
export const auditEntry = z.object({
  id,
  createdAt: dateTime,
  /** The same as `createdAt`, by the older name. */
  at: dateTime,
  /** Null when the account has been deleted permanently. */
  actorId: id.nullable(),
  actorName: z.string(),
  /** The name of the API key of the actor's program; null for the actor's own action. */
  apiKeyName: z.string().nullable(),
  /** A verb: create, update, delete, restore … */
  action: z.string(),
  /** The table's name: users, classes, textbooks, lessons, contents, push_and_listen_items, community_posts, profiles … */
  entity: z.string(),
  entityId: id,
  entityName: z.string(),
  changes: z.array(auditChange),
  /** The current names of the ids among the values, except of rows that are gone or have no name. */
  names: z.array(z.object({ id, name: z.string() })),
  requestId: z.string().nullable(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const auditSortFields = ['createdAt', 'at'] as const;

const word = text(60).min(1, { error: 'messages.invalidValue' }).optional();

export const auditEntries = operation({
  name: 'auditEntries',
  method: 'GET',
  path: '/Audit',
  summary:
    "What staff changed, and whose children's media they were shown: who, what, before and after; the newest first unless sorted. The days are in the school's zone. The search looks into the names of people, of API keys and of what they changed. The list can be narrowed to one user's doings, and to what was done to one row. It never holds a password, token or hash code.",
  limits: '100 rows to a page; entries are kept for 731 days unless set otherwise',
  access: staffWith('All:All'),
  query: z.object({
    From: date.optional(),
    To: date.optional(),
    ActorId: idOf('user').optional(),
    Entity: word,
    EntityId: id.optional(),
    Action: word,
    SearchText: searchText,
    ...connection(auditSortFields),
  }),
  response: connectionOf(auditEntry),
});
