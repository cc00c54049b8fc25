import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  classes,
  communityPosts,
  contents,
  lessons,
  profiles,
  pushAndListenItems,
  textbooks,
  users,
} from '#api/ground/db/schema.ts';
import { namesOfChild, namesOfStaff } from '#api/ground/db/schema/columns.ts';
import { staffNameSql } from '#api/ground/db/staff-name-sql.ts';
import { trashDays, type TrashKind } from '#schema/rest/trash.ts';

/** The tables whose rows can be deleted and restored, by name. */
export const trashTables = {
  users,
  classes,
  textbooks,
  lessons,
  contents,
  push_and_listen_items: pushAndListenItems,
  community_posts: communityPosts,
  profiles,
} as const satisfies Record<TrashKind, unknown>;
export type TrashEntity = TrashKind;

/** A row that contains the deleted row, such as the textbook of a unit. */
interface Parent {
  readonly kind: TrashKind;
  readonly table: { readonly id: PgColumn; readonly deletedAt: PgColumn };
  readonly name: PgColumn;
}

interface Kind {
  /** The name to show. */
  readonly name: SQL;
  /** The expression to search, as in the table's index, where it is not the name. */
  readonly searched?: SQL;
  /** The table, joined to all parents. */
  readonly from: SQL;
  /** The nearest first. */
  readonly parents: readonly Parent[];
}

const ofTextbook: Parent = { kind: 'textbooks', table: textbooks, name: textbooks.name };
const ofLesson: Parent = { kind: 'lessons', table: lessons, name: lessons.name };
const ofContent: Parent = { kind: 'contents', table: contents, name: contents.name };
const ofClass: Parent = { kind: 'classes', table: classes, name: classes.className };
const ofProfile: Parent = { kind: 'profiles', table: profiles, name: profiles.name };

const lessonsOfBooks = sql`${lessons} join ${textbooks} on ${textbooks.id} = ${lessons.textbookId}`;
const contentsOfLessons = sql`${contents} join ${lessonsOfBooks} on ${lessons.id} = ${contents.lessonId}`;

/** How the trash reads each kind of row. */
export const kinds: Record<TrashKind, Kind> = {
  users: {
    name: staffNameSql,
    searched: namesOfStaff(users),
    from: sql`${users}`,
    parents: [],
  },
  classes: {
    name: sql`${classes.className}`,
    from: sql`${classes} join ${textbooks} on ${textbooks.id} = ${classes.textbookId}`,
    parents: [ofTextbook],
  },
  textbooks: { name: sql`${textbooks.name}`, from: sql`${textbooks}`, parents: [] },
  lessons: { name: sql`${lessons.name}`, from: lessonsOfBooks, parents: [ofTextbook] },
  contents: { name: sql`${contents.name}`, from: contentsOfLessons, parents: [ofLesson, ofTextbook] },
  push_and_listen_items: {
    name: sql`${pushAndListenItems.name}`,
    from: sql`${pushAndListenItems} join ${contentsOfLessons} on ${contents.id} = ${pushAndListenItems.contentId}`,
    parents: [ofContent, ofLesson, ofTextbook],
  },
  community_posts: {
    name: sql`coalesce(nullif(${communityPosts.title}, ''), ${profiles.name})`,
    from: sql`${communityPosts}
      join ${classes} on ${classes.id} = ${communityPosts.classId}
      join ${profiles} on ${profiles.id} = ${communityPosts.profileId}`,
    parents: [ofClass, ofProfile],
  },
  profiles: { name: sql`${profiles.name}`, searched: namesOfChild(profiles), from: sql`${profiles}`, parents: [] },
};

/** Whether a row was deleted within the last 30 days. */
export const inTrash = (kind: TrashKind): SQL =>
  sql`${trashTables[kind].deletedAt} > now() - make_interval(days => ${sql.raw(String(trashDays))})`;
