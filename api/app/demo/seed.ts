import { sql } from 'drizzle-orm';
import { hashPassword } from '#api/domains/auth/passwords.ts';
import { lockKeys } from '#api/ground/db/advisory-locks.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { installation, media, users } from '#api/ground/db/schema.ts';
import type { Services } from '#api/app/services.ts';
import { demoPassword } from '#api/domains/auth/demo-accounts.ts';
import { createClock } from './clock.ts';
import { createDice } from './dice.ts';
import { makeAudit } from './make-audit.ts';
import { makeBooks } from './make-books.ts';
import { makeClasses } from './make-classes.ts';
import { makeFiles } from './make-files.ts';
import { makePageViews } from './make-page-views.ts';
import { makePosts } from './make-posts.ts';
import { makeStaff } from './make-staff.ts';
import { named } from './school.ts';

/** Fills a database that has no users with a small school; one that has any is left alone. */
export async function seedDemoSchool(services: Services): Promise<void> {
  const { db, logger, settings } = services;
  if (await hasUsers(db)) return;
  logger.info('demo school: drawing its pictures and playing its sounds');
  const files = await makeFiles(services);
  const passwordHash = await hashPassword(demoPassword);
  logger.info('demo school: writing its people, books, classes and months of use');

  await db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${lockKeys.demoSeed})`);
    // Another process may have been quicker.
    if (await hasUsers(transaction)) return;
    const making = { db: transaction, clock: createClock(settings.timeZone), dice: createDice(2026) };
    const staff = await makeStaff(making, passwordHash);
    const authorId = named(staff, 'admin');
    await transaction.insert(media).values(files.map(({ row }) => ({ ...row, ...uploader(row, authorId) })));
    const mediaIds = new Map(files.map(({ name, row }) => [name, row.id]));
    const books = await makeBooks({ ...making, media: mediaIds, authorId });
    const classes = await makeClasses(making, { staff, books });
    await makePosts({ ...making, classes, media: mediaIds, staff });
    await makeAudit({ ...making, staff, books, classes });
    const views = await makePageViews(making, classes);
    await transaction.update(installation).set({ demo: true, firstRunKeyHash: null, firstRunEndsAt: null });
    logger.info(`demo school: ready, with ${classes.length} classes and ${views} page views`);
  });
}

async function hasUsers(db: Queryable): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).limit(1);
  return found.length > 0;
}

const uploader = ({ purpose }: typeof media.$inferInsert, authorId: string) =>
  purpose === 'teaching' ? { uploadedById: authorId } : {};
