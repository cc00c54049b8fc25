import { z } from 'zod';
import { staffOf } from '../access.ts';
import { operation } from './operation.ts';
import { pageOf, paging, searchText } from './paging.ts';
import { dateTime, id } from './values.ts';
import { staffMember } from './users.ts';

/** The days for which deleted rows can be restored. */
export const trashDays = 30;

/** The tables whose rows can be deleted and restored, by their names in the audit log. */
export const trashKinds = [
  'users',
  'classes',
  'textbooks',
  'lessons',
  'contents',
  'push_and_listen_items',
  'community_posts',
  'profiles',
] as const;
export type TrashKind = (typeof trashKinds)[number];

/** A deleted row, for callers who may restore it. */
export const trashItem = z.object({
  kind: z.enum(trashKinds),
  id,
  /** The child's name for a post without a title. */
  name: z.string(),
  /** The parent: a unit's textbook, a post's class. */
  parent: z.object({ kind: z.enum(trashKinds), id, name: z.string() }).nullable(),
  /** Whether a parent is in the trash too and must be restored first. */
  parentDeleted: z.boolean(),
  createdAt: dateTime,
  deletedAt: dateTime,
  /** Null for a student, and for an account that has been deleted permanently. */
  deletedBy: staffMember.nullable(),
  /** The days until permanent deletion, rounded up. */
  daysLeft: z.int(),
});
export type TrashItem = z.output<typeof trashItem>;

const { PageNumber, PageSize } = paging(['deletedAt']);

export const trash = operation({
  name: 'trash',
  method: 'GET',
  path: '/Trash',
  summary:
    "What was deleted in the last 30 days and the caller may bring back, what was deleted last first: all of it for administrators, their own school's or classes' for others of the staff. The search looks into names.",
  limits: '100 rows to a page',
  access: staffOf('classes'),
  whose:
    'administrators all, the others what they could have deleted: a SchoolOwner users, classes and profiles of their own school, a Teacher classes, posts and profiles of their own classes',
  query: z.object({ Kind: z.array(z.enum(trashKinds)).default([]), SearchText: searchText, PageNumber, PageSize }),
  response: pageOf(trashItem),
});

export const restoreFromTrash = operation({
  name: 'restoreFromTrash',
  method: 'PUT',
  path: '/Trash/{kind}/{id}/restore',
  summary:
    'Brings something deleted back as it was, with its codes, links, place and all that hangs on it. A part of something that is deleted comes back after that.',
  access: staffOf('classes'),
  whose: 'as in `trash`',
  params: z.object({ kind: z.enum(trashKinds), id }),
  problems: {
    403: '`messages.userAboveOwn` or `messages.userOfAnotherSchool` for a user',
    404: "`messages.notFound` for what is not in the caller's trash, and after 30 days",
    409: '`messages.restoreParentFirst` while something it is a part of is deleted (its `name` in `messageValues`), `messages.schoolHasNoOwner` for a class whose school has no owner left, and `messages.emailExists`, `messages.usernameExists` or `messages.shortCodeExists` when that belongs to another by now',
  },
});
