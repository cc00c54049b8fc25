/** For a transaction whose every query sees the database as it was at the first of them, however long its reader takes. */
export const oneMoment = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
