import type { Operation } from '#schema/rest/operation.ts';
import { classesById } from '#schema/rest/classes.ts';
import { contentsById } from '#schema/rest/contents.ts';
import { lessonsById } from '#schema/rest/lessons.ts';
import { schoolsById } from '#schema/rest/schools.ts';
import { textBooksById } from '#schema/rest/textbooks.ts';
import { usersById } from '#schema/rest/users.ts';

/**
 * The operation that reads many rows of an entity by their ids, by the entity's type. It takes `Ids` and answers whole
 * rows; the rows that the caller does not see are left out.
 */
export const lookUps: Readonly<Record<string, Operation>> = {
  Class: classesById,
  Content: contentsById,
  School: schoolsById,
  TextBook: textBooksById,
  Unit: lessonsById,
  User: usersById,
};

/** The types of entities. */
export const entityTypes: readonly string[] = Object.keys(lookUps);

/** Ids of one call: as many as `Ids` takes. */
export const idsPerCall = 100;
