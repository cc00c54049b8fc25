/** Options for a transaction in which all queries see one snapshot of the database, however long it takes. */
export const oneMoment = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
