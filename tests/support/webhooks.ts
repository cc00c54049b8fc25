import { newSecret } from '#api/domains/webhooks/secret.ts';
import { cursorsFor } from '#api/domains/webhooks/write.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { webhookDeliveries, webhooks } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import type { World } from './world.ts';

/** A webhook of a receiver that is nowhere, told of new classes. */
export async function makeWebhook(
  { db, secrets }: Uses<'db' | 'secrets'>,
  over: Partial<typeof webhooks.$inferInsert> = {},
) {
  const id = newId();
  const { secret, sealed } = newSecret(secrets, id);
  const events = over.events ?? ['class.created' as const];
  const url = 'https://receiver.example.com/manabook';
  const cursors = await cursorsFor(db, events);
  const row = { id, name: `Webhook ${id}`, url, events, sealedSecret: sealed, cursors, ...over };
  await db.insert(webhooks).values(row);
  return { id, secret, version: 1 };
}

/** A message whose tries are over. */
export async function makeDelivery(
  db: Queryable,
  { webhookId, ...over }: Partial<typeof webhookDeliveries.$inferInsert> & { readonly webhookId: string },
) {
  const id = newId();
  const row = {
    id,
    webhookId,
    type: 'class.created',
    rowId: newId(),
    occurredAt: new Date(),
    state: 'failed' as const,
  };
  await db.insert(webhookDeliveries).values({ ...row, ...over });
  return { id };
}

/** The payloads of the jobs of a task that wait. */
export const jobsOf = async ({ services }: Pick<World, 'services'>, task: string): Promise<unknown[]> =>
  (
    await services.pool.query<{ payload: unknown }>(
      `select job.payload from graphile_worker._private_jobs job join graphile_worker._private_tasks task
         on task.id = job.task_id where task.identifier = $1`,
      [task],
    )
  ).rows.map(({ payload }) => payload);
