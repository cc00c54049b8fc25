import { eq, inArray, sql } from 'drizzle-orm';
import { printedCodes, printedEntities } from '#api/ground/db/schema.ts';
import { networkOf } from '#api/ground/http/network.ts';
import { createCounter, isWithin } from '#api/ground/http/stored-counter.ts';
import type { Uses } from '#api/ground/services.ts';

/** Counts the uses of printed codes, for staff. */
interface CodeUses {
  /** Counts one use of a printed code. */
  count(use: { readonly id: string; readonly address: string }): Promise<void>;
  /** Counts one use of a printed link of a book, a unit or a content; undefined when it never was one. */
  countLink(use: { readonly hashCode: string; readonly address: string }): Promise<true | undefined>;
}

const day = 24 * 60 * 60;
/** More than a school behind one address scans one code in a day: a thousand devices, twice each. */
const usesADay = 2_000;

/**
 * A code counts so many uses a day from one network, so that a program cannot make up its numbers. A use past the limit
 * opens what it opens, and is not counted.
 */
export function createCodeUses(services: Uses<'db' | 'pool' | 'secrets'>): CodeUses {
  const { db } = services;
  const ofNetwork = createCounter(services, {
    name: 'code-uses',
    points: usesADay,
    seconds: day,
    refusedFromMemoryAt: usesADay + 1,
  });

  async function count({ id, address }: { readonly id: string; readonly address: string }): Promise<void> {
    if (await isWithin(ofNetwork, `${networkOf(address)} ${id}`))
      await db.update(printedCodes).set(oneMoreUse()).where(eq(printedCodes.id, id));
  }

  return {
    count,
    async countLink({ hashCode, address }) {
      const keys = printedEntities.map((entity) => `${entity}:${hashCode}`);
      const found = await db.select({ id: printedCodes.id }).from(printedCodes).where(inArray(printedCodes.key, keys));
      for (const { id } of found) await count({ id, address });
      return found.length > 0 ? true : undefined;
    },
  };
}

const oneMoreUse = () => ({
  uses: sql`${printedCodes.uses} + 1`,
  usesAfterEnd: sql`${printedCodes.usesAfterEnd} + (${printedCodes.endedAt} is not null)::int`,
  lastUsedAt: new Date(),
});
