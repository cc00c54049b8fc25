import { sql } from 'drizzle-orm';
import { linkChecks } from '#api/ground/db/schema.ts';
import type { Uses } from '#api/ground/services.ts';
import { isOfPlace, places } from './places.ts';

/**
 * Brings the list of checks up to date with the textbooks' links: adds the new links and removes the links that are
 * gone.
 */
export async function syncLinks(services: Uses<'db' | 'settings'>): Promise<void> {
  const { db } = services;
  const all = places(services.settings.linkHealth.asks);
  await db.execute(sql`delete from ${linkChecks} where not exists (select from ${all} where ${isOfPlace})`);
  await db.execute(sql`
    insert into ${linkChecks} (id, kind, row_id, target)
    select gen_random_uuid(), place.kind, place.row_id, place.target from ${all}
    on conflict (row_id, kind) do nothing`);
}
