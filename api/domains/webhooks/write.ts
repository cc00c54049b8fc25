import { count, eq, sql } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { assertVersion, editedBy } from '#api/domains/audit/versions.ts';
import { lockUser } from '#api/domains/users/scope.ts';
import { cursorNow } from '#api/ground/db/changes.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { webhooks } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { conflict, invalid, notFound } from '#api/ground/http/problems.ts';
import { namesLocalHost } from '#api/ground/http/public-address.ts';
import type { Uses } from '#api/ground/services.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import { mostWebhooks, type updateWebhook as updateOperation } from '#schema/rest/webhooks.ts';
import type { WebhookValues } from '#schema/rules/webhooks.ts';
import { kindsOf, type WebhookEvent } from '#schema/webhook-events.ts';
import { wake } from './jobs.ts';
import { newSecret } from './secret.ts';

interface By {
  readonly caller: StaffCaller;
  readonly requestId: string;
}

const shownOf = ({ name, url, events }: WebhookValues) => ({ name, url, events });

/** Creates a webhook that gets changes from now on. Only this response contains the secret. */
export async function createWebhook(
  { db, secrets, settings }: Uses<'db' | 'secrets' | 'settings'>,
  { caller, requestId, values }: By & { readonly values: WebhookValues },
): Promise<{ id: string; secret: string }> {
  assertMayLeadTo(settings, values.url);
  const id = newId();
  const { secret, sealed } = newSecret(secrets, id);
  await db.transaction(async (tx) => {
    await lockUser(tx, caller, caller.userId);
    // Two administrators who create the last one at the same moment come one after the other.
    await tx.execute(sql`lock table ${webhooks} in share row exclusive mode`);
    const [total] = await tx.select({ count: count() }).from(webhooks);
    if ((total?.count ?? 0) >= mostWebhooks)
      throw conflict('messages.tooManyWebhooks', 'There are 20 webhooks already. Delete one first.');
    const after = shownOf(values);
    const by = { createdById: caller.userId, updatedById: caller.userId };
    const cursors = await cursorsFor(tx, values.events);
    await tx.insert(webhooks).values({ id, ...after, sealedSecret: sealed, cursors, ...by });
    await recordChange(tx, { ...caller, requestId }, { action: 'create', entity: 'webhooks', entityId: id, after });
  });
  return { id, secret };
}

function assertMayLeadTo({ localWebhooks }: { readonly localWebhooks: boolean }, url: string): void {
  if (localWebhooks) return;
  if (new URL(url).protocol !== 'https:') throw invalid({ url: ['messages.webhookUrlInvalid'] });
  if (namesLocalHost(url)) throw invalid({ url: ['messages.webhookUrlLocal'] });
}

type Cursors = (typeof webhooks.$inferSelect)['cursors'];

/** The feed cursors of a webhook: new kinds begin now, the others keep their cursors. */
export async function cursorsFor(
  db: Queryable,
  events: readonly WebhookEvent[],
  before: Cursors = {},
): Promise<Cursors> {
  const now = await cursorNow(db);
  return Object.fromEntries(kindsOf(events).map((kind) => [kind, before[kind] ?? now]));
}

type Named = By & { readonly id: string };

/** Replaces a webhook's values; answers 409 when somebody changed the webhook since the caller read it. */
export async function updateWebhook(
  { db, settings }: Uses<'db' | 'settings'>,
  { caller, requestId, id, values }: Named & { readonly values: BodyOf<typeof updateOperation> },
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockWebhook(tx, id);
    await assertVersion(tx, row, values.version);
    if (values.url !== row.url) assertMayLeadTo(settings, values.url);
    const [before, after] = [shownOf(row), shownOf(values)];
    await tx
      .update(webhooks)
      .set({ ...after, cursors: await cursorsFor(tx, values.events, row.cursors), ...editedBy(row, caller) })
      .where(eq(webhooks.id, id));
    await recordChange(
      tx,
      { ...caller, requestId },
      { action: 'update', entity: 'webhooks', entityId: id, before, after },
    );
  });
}

async function lockWebhook(tx: Queryable, id: string) {
  const [row] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('no key update');
  if (!row) throw notFound();
  return row;
}

/** Switches a webhook on or off. Switching it on sends the messages that waited. */
export async function setActive(
  services: Uses<'db' | 'jobs'>,
  { caller, requestId, id, active }: Named & { readonly active: boolean },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const row = await lockWebhook(tx, id);
    if ((row.state === 'active') === active) return;
    const state = active ? 'active' : 'off';
    await tx
      .update(webhooks)
      .set({ state, failingSince: null, restsUntil: null, ...editedBy(row, caller) })
      .where(eq(webhooks.id, id));
    await recordChange(
      tx,
      { ...caller, requestId },
      { action: 'status', entity: 'webhooks', entityId: id, before: { state: row.state }, after: { state } },
    );
    if (active) await wake(tx, services, id);
  });
}

/** Creates a new secret; the previous one signs too for a day. */
export async function rotateSecret(
  { db, secrets }: Uses<'db' | 'secrets'>,
  { caller, requestId, id }: Named,
): Promise<string> {
  const { secret, sealed } = newSecret(secrets, id);
  await db.transaction(async (tx) => {
    const row = await lockWebhook(tx, id);
    await tx
      .update(webhooks)
      .set({
        sealedSecret: sealed,
        oldSealedSecret: row.sealedSecret,
        oldSecretEndsAt: sql`now() + interval '1 day'`,
        ...editedBy(row, caller),
      })
      .where(eq(webhooks.id, id));
    await recordChange(tx, { ...caller, requestId }, { action: 'new-secret', entity: 'webhooks', entityId: id });
  });
  return secret;
}

/** Removes a webhook with its log. */
export async function deleteWebhook({ db }: Uses<'db'>, { caller, requestId, id }: Named): Promise<void> {
  await db.transaction(async (tx) => {
    const before = shownOf(await lockWebhook(tx, id));
    // Recorded first, while the row has its name.
    await recordChange(tx, { ...caller, requestId }, { action: 'delete', entity: 'webhooks', entityId: id, before });
    await tx.delete(webhooks).where(eq(webhooks.id, id));
  });
}
