/** Processes that read the same settings, for the rows of the table. */
export const servers = ['launcher', 'gateway', 'api', 'worker', 'commands'] as const;
/** The processes that use the database and the files. */
export const behind = ['api', 'worker', 'commands'] as const;
/** The servers and the launcher that starts them. */
export const workers = ['launcher', 'api', 'worker', 'commands'] as const;
export const gateway = ['gateway'] as const;
