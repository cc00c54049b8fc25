import { createLog } from '#api/ground/log.ts';
import { prepareDatabase } from '#api/app/prepare-database.ts';
import { withDatabase } from '#api/app/with-services.ts';

/** `npm run migrate`: brings the database up to date, beside running servers or before any is started. */
withDatabase((settings) => prepareDatabase(settings, createLog('warn'), (line) => console.log(line))).catch(
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  },
);
