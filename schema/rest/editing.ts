import { z } from 'zod';
import { dateTime } from './values.ts';
import { staffMember } from './users.ts';

/** What the answer to staff says of a row that they edit. */
export const edited = {
  /** Counts changes, of the order of what it holds too; a PUT with an older one answers 409. */
  version: z.int(),
  createdAt: dateTime,
  updatedAt: dateTime,
  updatedBy: staffMember.nullable(),
};

/** The same of a row that is a draft before students see it. */
export const editedAndPublished = {
  /** Null is a draft, which students never see. */
  publishedAt: dateTime.nullable(),
  ...edited,
};
