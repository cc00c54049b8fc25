import { sql } from 'drizzle-orm';
import { newId } from '#api/ground/db/ids.ts';
import { communityPostReports } from '#api/ground/db/schema.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import {
  makeChild,
  makeClass,
  makeContent,
  makeLesson,
  makeMedia,
  makePost,
  makePushAndListenItem,
  makeTextBook,
} from '#tests/support/teaching.ts';
import { makeBrokenLink } from '#tests/support/broken-links.ts';
import { makeDelivery, makeWebhook } from '#tests/support/webhooks.ts';
import type { World } from '#tests/support/world.ts';
import { addStaff } from '../../api/school.ts';

/** A part of all names of the walk's rows, which its lists search. */
export const tag = 'Stale walk';

export type Rows = Awaited<ReturnType<typeof makeRows>>;

/** A school at work: a class with children and posts, a textbook with units, contents and sounds. */
export async function makeRows(world: World) {
  const { db } = world.services;
  const teacher = await addStaff(world, { role: 'Teacher', firstName: tag });
  const owner = await addStaff(world, { role: 'SchoolOwner', firstName: tag });
  const book = await makeTextBook(db, { name: `${tag} book` });
  const unit = await makeLesson(db, { textbookId: book.id, position: 0 });
  const otherUnit = await makeLesson(db, { textbookId: book.id, position: 1 });
  const content = await makeContent(db, { lessonId: unit.id, position: 0, type: ContentType.PUSH_AND_LISTEN });
  const otherContent = await makeContent(db, { lessonId: unit.id, position: 1 });
  const sound = await makeMedia(db);
  const itemOf = async (position: number) =>
    makePushAndListenItem(db, { contentId: content.id, audioMediaId: sound.id, position });
  const [item, otherItem] = [await itemOf(0), await itemOf(1)];
  const schoolClass = await makeClass(db, {
    className: `${tag} class`,
    textbookId: book.id,
    mainTeacherId: teacher.id,
    schoolAdministratorId: owner.id,
  });
  const classId = schoolClass.id;
  const childOf = async (number: number) => makeChild(db, { classId, number, name: `Child ${number}` });
  const children = [await childOf(1), await childOf(2), await childOf(3)] as const;
  const postBy = async (at: 0 | 1 | 2, state: 'approved' | 'pending') =>
    makePost(db, { classId, profileId: children[at].id, state });
  const posts = [await postBy(0, 'pending'), await postBy(0, 'pending'), await postBy(1, 'approved')] as const;
  await db.insert(communityPostReports).values({ id: newId(), postId: posts[2].id, profileId: children[0].id });
  const webhook = await makeWebhook(world.services, { createdById: teacher.id });
  const delivery = await makeDelivery(db, { webhookId: webhook.id });
  const brokenLink = await makeBrokenLink(db, { contentId: otherContent.id });
  return {
    brokenLink,
    ...{ world, teacher, owner, book, unit, otherUnit, content, otherContent, sound, item, otherItem },
    ...{ class: schoolClass, children, posts, webhook, delivery },
    /** What a step has made, by a name. */
    made: {} as Record<string, string>,
    /** The version that the database has of a row. */
    async version(table: string, id: string): Promise<number> {
      const { rows } = await db.execute<{ version: number }>(
        sql`select version from ${sql.identifier(table)} where id = ${id}`,
      );
      return Number(rows[0]?.version);
    },
  };
}
