import { z } from 'zod';
import { staffOf } from '../access.ts';
import { contentBrief, lessonDetail } from './lessons.ts';
import { operation } from './operation.ts';
import { connection, connectionOf } from './paging.ts';
import { notFound } from './problems.ts';
import { staffMember } from './users.ts';
import { dateTime, idOf } from './values.ts';

/**
 * The targets of a textbook's links: a YouTube video, a Wordwall game, and the files of contents, sounds to push and
 * covers.
 */
export const linkKinds = ['video', 'game', 'picture', 'sound', 'itemSound', 'cover'] as const;
export type LinkKind = (typeof linkKinds)[number];

/**
 * The problem of a link. `gone`: the service no longer has the target. `refused`: the service lets no other site show
 * the target. `missing`: the file is not in the store. `changed`: the file has other bytes than the stored ones.
 */
export const linkProblems = ['gone', 'refused', 'missing', 'changed'] as const;
export type LinkProblem = (typeof linkProblems)[number];

/** A link or file of a textbook that does not work, with the place where it is used. */
export const brokenLink = z.object({
  id: idOf('brokenLink'),
  kind: z.enum(linkKinds),
  problem: z.enum(linkProblems),
  textBook: lessonDetail.shape.textBook,
  /** Null for a cover, as is the content. */
  unit: lessonDetail.pick({ id: true, hashCode: true, number: true, title: true, name: true }).nullable(),
  content: contentBrief.omit({ thumbnail: true }).nullable(),
  /** The name of a sound to push. */
  itemName: z.string().nullable(),
  /** The address of a video or game; null for a file. */
  link: z.string().nullable(),
  /** Null for a video or game. */
  fileName: z.string().nullable(),
  /** The first check that found the problem. */
  since: dateTime,
  checkedAt: dateTime,
  /** The last author of the content, the item or the textbook; null without one, and after the account was deleted. */
  changedBy: staffMember.nullable(),
});
export type BrokenLink = z.output<typeof brokenLink>;

/** The result of a check of a link; `unknown`: the service or the store gave no clear answer. */
export const lookOutcomes = ['well', 'broken', 'unknown'] as const;

const lookResult = z.object({
  outcome: z.enum(lookOutcomes),
  /** The link as it is listed now; null when it is well. */
  link: brokenLink.nullable(),
});

export const brokenLinkSortFields = ['place', 'since', 'checkedAt'] as const;
export type BrokenLinkSortField = (typeof brokenLinkSortFields)[number];

const access = staffOf('textbooks');

export const brokenLinks = operation({
  name: 'brokenLinks',
  method: 'GET',
  path: '/Content/broken-links',
  summary:
    'The links and files of textbooks that the nightly look found broken, by their place in the textbooks unless sorted: YouTube videos and Wordwall games that the services refused in two nights, and files that are missing or changed. One that is mended, deleted or replaced is not listed any more.',
  limits: '100 rows to a page',
  access,
  query: z.object({
    TextBookId: idOf('textBook').optional(),
    Kinds: z.array(z.enum(linkKinds)).max(linkKinds.length).default([]),
    ...connection(brokenLinkSortFields),
  }),
  response: connectionOf(brokenLink),
});

export const checkBrokenLink = operation({
  name: 'checkBrokenLink',
  method: 'POST',
  path: '/Content/broken-links/{id}/check',
  summary:
    'Looks at a broken link again, now, and takes it off the list when it works. Where the service or the store could not be asked, nothing changes.',
  access,
  params: z.object({ id: idOf('brokenLink') }),
  response: lookResult,
  problems: { 404: notFound },
});
