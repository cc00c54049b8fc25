import type { SQL } from 'drizzle-orm';
import type { Caller } from '#api/http/caller.ts';
import { mayCall, staffOf } from '#schema/access.ts';
import { contentIsPublished } from './published.ts';
import { contentIsThere } from './rows.ts';

const writers = staffOf('textbooks');

/**
 * What a caller sees of the students' contents: who writes books looks at drafts as students will see them. An API key's
 * scopes are a student's here, so it sees what students do. For queries that join contents, lessons and textbooks.
 */
export function contentIsShownTo(caller: Caller): SQL | undefined {
  if (caller.kind === 'Nobody' || caller.kind === 'Student') return contentIsPublished;
  return caller.apiKey === undefined && mayCall(caller.kind, writers) ? contentIsThere : contentIsPublished;
}
