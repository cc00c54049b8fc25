import { sql } from 'drizzle-orm';
import { mediaRequests } from '#api/ground/db/schema.ts';

/** An upload that was accepted and is still to be prepared: a server may have been off for a whole holiday. */
export const unfinished = sql`${mediaRequests.state} in ('pending', 'processing')`;
