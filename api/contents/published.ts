import { and, isNotNull, isNull } from 'drizzle-orm';
import { contents, lessons, textbooks } from '#api/db/schema.ts';

// What students see: published and not deleted, with everything it is a part of.

export const textBookIsPublished = and(isNotNull(textbooks.publishedAt), isNull(textbooks.deletedAt));

/** For queries that join lessons and textbooks. */
export const lessonIsPublished = and(isNotNull(lessons.publishedAt), isNull(lessons.deletedAt), textBookIsPublished);

/** For queries that join contents, lessons and textbooks. */
export const contentIsPublished = and(isNotNull(contents.publishedAt), isNull(contents.deletedAt), lessonIsPublished);
