import { z } from 'zod';
import { dateTime } from './values.ts';
import { staffMember } from './users.ts';

/** The fields that answers to staff have for every editable row. */
export const edited = {
  /** Increases with each change, also of the order of its children; a PUT with an older version answers 409. */
  version: z.int(),
  createdAt: dateTime,
  updatedAt: dateTime,
  updatedBy: staffMember.nullable(),
};

/** The fields of an editable row that is a draft until it is published. */
export const editedAndPublished = {
  /** Null for a draft, which students never see. */
  publishedAt: dateTime.nullable(),
  ...edited,
};
