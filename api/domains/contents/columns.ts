import { contents, lessons } from '#api/ground/db/schema.ts';

/** The columns that name a content and its unit, for selections that join both tables. */
export const contentWithUnit = {
  id: contents.id,
  type: contents.type,
  pageNumber: contents.pageNumber,
  name: contents.name,
  unit: { id: lessons.id, number: lessons.number, title: lessons.title, name: lessons.name },
} as const;
