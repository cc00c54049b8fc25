import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { deliveryProblems, deliveryStates, webhookStates } from '#schema/rest/webhooks.ts';
import type { ChangingKind, WebhookEvent } from '#schema/webhook-events.ts';
import { isOneOf, lengthChecks } from './checks.ts';
import { createdAt, editing, id, instant } from './columns.ts';
import { userId, users } from './users.ts';

/** Addresses of other systems that get messages about changes. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: id(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    events: text('events').array().$type<WebhookEvent[]>().notNull(),
    /** The secret that signs messages, encrypted (`ground/keys/seal.ts`). */
    sealedSecret: text('sealed_secret').notNull(),
    /** The secret before, which signs too until its end. */
    oldSealedSecret: text('old_sealed_secret'),
    oldSecretEndsAt: instant('old_secret_ends_at'),
    /** How far changes have become messages: a cursor of the feed of each kind. */
    cursors: jsonb('cursors').$type<Partial<Record<ChangingKind, string>>>().notNull(),
    state: text('state', { enum: webhookStates }).notNull().default('active'),
    /** The first failure since the last success, without those of test messages. */
    failingSince: instant('failing_since'),
    /** Nothing is sent before: the receiver gave no answer at all. */
    restsUntil: instant('rests_until'),
    createdById: uuid('created_by_id').references(() => users.id, { onDelete: 'set null' }),
    ...editing(userId),
  },
  (t) => [
    check('webhooks_state_known', isOneOf(t.state, webhookStates)),
    check('webhooks_tell_something', sql`cardinality(${t.events}) > 0`),
    check('webhooks_old_secret_ends', sql`(${t.oldSealedSecret} is null) = (${t.oldSecretEndsAt} is null)`),
    ...lengthChecks('webhooks', [
      [t.name, 1, 100],
      [t.url, 1, 2000],
      [t.sealedSecret, 40, 400],
      [t.oldSealedSecret, 40, 400],
    ]),
    index('webhooks_created_by_idx').on(t.createdById),
    index('webhooks_updated_by_idx').on(t.updatedById),
  ],
);

/** Messages to webhooks, each with its last try. Kept for 30 days, and as long as they wait. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** An event, or `ping`. */
    type: text('type').notNull(),
    /** The id of a row of any table, which may be deleted for good; null for a ping. */
    rowId: uuid('row_id'),
    occurredAt: instant('occurred_at').notNull(),
    state: text('state', { enum: deliveryStates }).notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    lastTryAt: instant('last_try_at'),
    nextTryAt: instant('next_try_at'),
    status: smallint('status'),
    durationMs: integer('duration_ms'),
    problem: text('problem', { enum: deliveryProblems }),
    answer: text('answer'),
    createdAt: createdAt(),
  },
  (t) => [
    check('webhook_deliveries_state_known', isOneOf(t.state, deliveryStates)),
    check('webhook_deliveries_problem_known', isOneOf(t.problem, deliveryProblems)),
    check('webhook_deliveries_wait_for_a_try', sql`(${t.state} = 'waiting') = (${t.nextTryAt} is not null)`),
    ...lengthChecks('webhook_deliveries', [
      [t.type, 1, 40],
      [t.answer, 0, 500],
    ]),
    index('webhook_deliveries_log_idx').on(t.webhookId, t.createdAt, t.id),
    index('webhook_deliveries_waiting_idx')
      .on(t.webhookId, t.nextTryAt)
      .where(sql`${t.state} = 'waiting'`),
    // The failed messages about changes, which are counted and sent again. A failed test message is no lost change.
    index('webhook_deliveries_failed_idx')
      .on(t.webhookId, t.occurredAt)
      .where(sql`${t.state} = 'failed' and ${t.type} <> 'ping'`),
    index('webhook_deliveries_created_idx').on(t.createdAt),
  ],
);
