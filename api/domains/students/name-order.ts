import { sql } from 'drizzle-orm';
import { profiles } from '#api/ground/db/schema.ts';

/**
 * The sort key of children's names: the typed reading, else the name. ICU's Japanese order puts hiragana beside
 * katakana, small letters beside capitals, and kanji without a reading last.
 */
export const nameOrder = sql`coalesce(nullif(${profiles.reading}, ''), ${profiles.name}) collate "ja-x-icu"`;
