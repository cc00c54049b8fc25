import { and, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { contents, lessons, textbooks } from '#api/ground/db/schema.ts';
import type { Caller } from '#api/ground/http/caller.ts';
import { mayCall, staffOf } from '#schema/access.ts';

// Which textbooks, units and contents exist for staff, and which of them students see. A unit is deleted with its
// textbook, and a content with its unit; the same holds for publishing.

/** For queries that join lessons and textbooks. */
export const lessonIsNotDeleted = and(isNull(lessons.deletedAt), isNull(textbooks.deletedAt));

/** For queries that join contents, lessons and textbooks. */
export const contentIsNotDeleted = and(isNull(contents.deletedAt), lessonIsNotDeleted);

export const textBookIsPublished = and(isNotNull(textbooks.publishedAt), isNull(textbooks.deletedAt));

/** For queries that join lessons and textbooks. */
export const lessonIsPublished = and(isNotNull(lessons.publishedAt), isNull(lessons.deletedAt), textBookIsPublished);

/** For queries that join contents, lessons and textbooks. */
export const contentIsPublished = and(isNotNull(contents.publishedAt), isNull(contents.deletedAt), lessonIsPublished);

const writers = staffOf('textbooks');

/**
 * The contents that a caller sees on the students' pages: published ones, and drafts for staff who write textbooks. An
 * API key sees what students see, since it has a student's scope there. For queries that join contents, lessons and
 * textbooks.
 */
export function contentsSeenBy(caller: Caller): ContentsSeen {
  if (caller.kind === 'Nobody' || caller.kind === 'Student') return 'published';
  return caller.apiKey === undefined && mayCall(caller.kind, writers) ? 'drafts too' : 'published';
}

/** The contents that a person sees on the students' pages. */
export type ContentsSeen = 'published' | 'drafts too';

/** Makes the same query for each of them. */
export const forContentsSeen = <Query>(query: (areSeen: SQL | undefined) => Query): Record<ContentsSeen, Query> => ({
  published: query(contentIsPublished),
  'drafts too': query(contentIsNotDeleted),
});
