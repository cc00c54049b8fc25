import { z } from 'zod';
import { anyone } from '../access.ts';
import { contentType } from './enumerations.ts';
import { operation } from './operation.ts';
import { fileLink, hashCode, id } from './values.ts';

/** A unit (lesson) as a list shows it. `number` is the printed one. */
export const lessonBrief = z.object({
  id,
  hashCode,
  number: z.int(),
  title: z.string(),
  name: z.string(),
  languageFocus: z.string(),
  phonics: z.string(),
  contentCount: z.int(),
});
export type LessonBrief = z.output<typeof lessonBrief>;

/** A content as a unit's list shows it; `thumbnail` is a small picture of its page. */
export const contentBrief = z.object({
  id,
  hashCode,
  type: contentType,
  pageNumber: z.int(),
  name: z.string(),
  thumbnail: fileLink.nullable(),
});
export type ContentBrief = z.output<typeof contentBrief>;

export const lessonContents = operation({
  name: 'lessonContents',
  method: 'GET',
  path: '/Lesson/contents',
  summary: "A unit's published contents in printed order, by the unit's hash code.",
  access: anyone,
  query: z.object({ hashCode }),
  response: z.array(contentBrief),
  problems: [404],
});
