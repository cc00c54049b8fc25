import { sql } from 'drizzle-orm';
import { profiles } from '#api/ground/db/schema.ts';

/**
 * What children's names are sorted by: the reading where somebody has typed it, else the name. ICU's Japanese order has
 * hiragana and katakana together, small letters beside capitals, and kanji without a reading last.
 */
export const nameOrder = sql`coalesce(nullif(${profiles.reading}, ''), ${profiles.name}) collate "ja-x-icu"`;
