import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { lengthChecks } from './checks.ts';
import { id, instant, searchIndex, searchText, shortSearchIndex } from './columns.ts';
import { userId } from './users.ts';

/** The changes by staff: author, row, values before and after. The names stay when the user or the row is gone. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    at: instant('at').notNull().defaultNow(),
    actorId: uuid('actor_id').references(userId, { onDelete: 'set null' }),
    actorName: text('actor_name').notNull(),
    /** The API key of the actor's program; null for the actor's own action. */
    apiKeyName: text('api_key_name'),
    /** A verb: create, update, delete, restore, approve, view … */
    action: text('action').notNull(),
    /** The table's name, with the row's id. */
    entity: text('entity').notNull(),
    entityId: uuid('entity_id').notNull(),
    /** The row's name at that time; empty when the row has no name, or belonged to a deleted child. */
    entityName: text('entity_name').notNull().default(''),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    requestId: text('request_id'),
    searchText: searchText(),
  },
  (t) => [
    ...lengthChecks('audit_log', [
      [t.actorName, 1, 500],
      [t.apiKeyName, 1, 100],
      [t.action, 1, 60],
      [t.entity, 1, 60],
      [t.entityName, 0, 500],
      [t.requestId, 1, 200],
    ]),
    // Each index has the order of the list, so that the rows of one filter are counted and paged by the index alone.
    index('audit_log_at_idx').on(t.at, t.id),
    index('audit_log_entity_idx').on(t.entity, t.at, t.id),
    index('audit_log_row_idx').on(t.entityId, t.at, t.id),
    index('audit_log_actor_idx').on(t.actorId, t.at, t.id),
    index('audit_log_action_idx').on(t.action, t.at, t.id),
    searchIndex('audit_log', t),
    shortSearchIndex('audit_log', t),
  ],
);
