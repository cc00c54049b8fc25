import { alias } from 'drizzle-orm/pg-core';
import { users } from '#api/db/schema.ts';

/** Users as those who changed a row last, in queries that join its `updatedById`. */
export const editors = alias(users, 'editors');

/** What a row tells of its last editor; null as a whole when nobody has edited it. */
export const editorColumns = { id: editors.id, firstName: editors.firstName, lastName: editors.lastName };
