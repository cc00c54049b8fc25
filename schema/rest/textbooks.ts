import { z } from 'zod';
import { staffOf } from '../access.ts';
import { operation } from './operation.ts';
import { pageOf, paging, searchText } from './paging.ts';
import { dateTime, fileLink, hashCode, id } from './values.ts';

/** A textbook by name, as pickers and rows show it. */
export const textBookName = z.object({ id, name: z.string(), shortCode: z.string(), thumbnail: fileLink.nullable() });

/** A textbook as those who write it see it; lists and detail share this shape. */
export const textBookDetail = textBookName.extend({
  hashCode,
  description: z.string(),
  unitCount: z.int(),
  contentCount: z.int(),
  /** The classes that use it; with one, it cannot be deleted. */
  classCount: z.int(),
  /** Null is a draft, which students never see. */
  publishedAt: dateTime.nullable(),
  createdAt: dateTime,
  updatedAt: dateTime,
});
export type TextBookDetail = z.output<typeof textBookDetail>;

export const textBookSortFields = [
  'name',
  'shortCode',
  'unitCount',
  'contentCount',
  'classCount',
  'publishedAt',
  'createdAt',
] as const;
export type TextBookSortField = (typeof textBookSortFields)[number];

export const textBooks = operation({
  name: 'textBooks',
  method: 'GET',
  path: '/TextBook',
  summary: 'Every textbook, drafts included, searched, sorted and paged.',
  access: staffOf('textbooks'),
  query: z.object({ SearchText: searchText, ...paging(textBookSortFields) }),
  response: pageOf(textBookDetail),
});

export const allTextBooks = operation({
  name: 'allTextBooks',
  method: 'GET',
  path: '/TextBook/all',
  summary: 'Every published textbook, by name, for pickers.',
  access: staffOf('classes'),
  response: z.array(textBookName),
});
