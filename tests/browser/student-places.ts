import { type ChildGuard, ContentType } from '#schema/rest/enumerations.ts';
import type { Device } from '#tests/support/browser.ts';
import { hold, type Child } from '#tests/support/child-device.ts';
import type { Product } from '#tests/support/product.ts';
import { makeBoardSession, makeChild, makeClass, makeTextBook } from '#tests/support/teaching.ts';

export interface Codes {
  readonly unit: string;
  readonly book: string;
  readonly contents: Readonly<Partial<Record<number, string>>>;
}

/** A class whose book has nothing in it yet. */
export async function emptyClass({ world }: Product): Promise<string> {
  const { id: textbookId } = await makeTextBook(world.services.db);
  return (await makeClass(world.services.db, { textbookId })).classHashCode;
}

/** A class of the child's book, whose board shows a page to push and listen. */
export async function classWithBoard({ world }: Product, { classId }: Child): Promise<string> {
  const { db, pool } = world.services;
  const { rows } = await pool.query<{ textbookId: string; contentId: string }>(
    `select textbooks.id as "textbookId", contents.id as "contentId"
       from classes join textbooks on textbooks.id = textbook_id
       join lessons on lessons.textbook_id = textbooks.id join contents on lesson_id = lessons.id
      where classes.id = $1 and type = $2 and contents.published_at is not null and contents.deleted_at is null
      order by contents.id limit 1`,
    [classId, ContentType.PUSH_AND_LISTEN],
  );
  const [{ textbookId, contentId } = { textbookId: '', contentId: '' }] = rows;
  const { id, classHashCode } = await makeClass(db, { textbookId });
  // No board sends heartbeats here. Without them a session ends after two minutes, and a walk may take longer.
  const seenAt = new Date(Date.now() + 3_600_000);
  await makeBoardSession(db, { classId: id, contentId, seenAt });
  return classHashCode;
}

/** What the child's class has to show. */
export async function codesOf({ world }: Product, { classId }: Child): Promise<Codes> {
  const { rows } = await world.services.pool.query<{ type: number; code: string; unit: string; book: string }>(
    `select type, contents.hash_code as code, lessons.hash_code as unit, textbooks.hash_code as book
       from classes join textbooks on textbooks.id = textbook_id
       join lessons on lessons.textbook_id = textbooks.id join contents on lesson_id = lessons.id
      where classes.id = $1 and contents.published_at is not null and contents.deleted_at is null
      order by audio_media_id is null desc, contents.id`,
    [classId],
  );
  const [first] = rows;
  if (!first) throw new Error('the class has nothing to show');
  return { ...first, contents: Object.fromEntries(rows.map(({ type, code }) => [type, code])) };
}

/** A class whose children show their three animals, or their cards. */
export async function guardedClass({ world }: Product, childGuard: ChildGuard): Promise<string> {
  const { db } = world.services;
  const { id: textbookId } = await makeTextBook(db);
  const { id: classId, classHashCode } = await makeClass(db, { textbookId, childGuard });
  const animals = ['owl', 'bear', 'frog'] as const;
  for (const [at, animal] of animals.entries())
    await makeChild(db, {
      classId,
      number: at + 1,
      animal,
      name: at === 0 ? 'Hinata' : 'そら',
      pictures: [...animals],
    });
  return classHashCode;
}

/** A teacher answers the child's work with a stamp and a voice. */
export async function answerWork({ world }: Product, { postId }: Child): Promise<void> {
  await world.services.pool.query(
    `insert into community_replies (id, post_id, kind, stamp, media_id)
     select gen_random_uuid(), $1::uuid, 'stamp', 'hanamaru', null
     union all
     (select gen_random_uuid(), $1::uuid, 'voice', null, media_id from community_posts where kind = 'record' limit 1)
     on conflict (post_id, kind) do update set seen_at = null`,
    [postId],
  );
}

/** The device of a family: three children have a profile on it, and one of them is at it. */
export async function familyHolds(product: Product, device: Pick<Device, 'context'>, child: Child): Promise<void> {
  await hold(product, device, child);
  await device.context.addInitScript(() => {
    // A film's or a game's frame has no store.
    if (window !== window.top) return;
    const profiles = JSON.parse(localStorage.getItem('profiles') ?? '[]') as object[];
    const others = [
      { id: 'ken', name: 'けんたろう', animal: 'dog' },
      { id: 'lin', name: 'Maximiliana Rose', animal: 'panda' },
    ].map((one) => ({ ...profiles[0], ...one }));
    if (profiles.length === 1) localStorage.setItem('profiles', JSON.stringify([...profiles, ...others]));
  });
}
