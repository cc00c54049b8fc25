import { withServices } from '#api/app/with-services.ts';
import { rollupTimeZone, withRollupLock } from '#api/domains/usage/lock.ts';
import { differences, rebuild } from '#api/domains/usage/rebuild.ts';

/**
 * `npm run usage:check` compares the reports' rollups with the page views; `usage:rebuild` first rebuilds the rollups.
 */
async function run(command: string | undefined): Promise<void> {
  await withServices(async ({ db, settings: { timeZone } }) => {
    // In one transaction, so that nothing is added up in between. Page views are written meanwhile.
    const found = await withRollupLock(db, async (tx) => {
      // The zone of the stored rollups, whatever this shell's settings say.
      const rollupZone = (await rollupTimeZone(tx)) ?? timeZone;
      console.log(`days of ${rollupZone}`);
      if (command === 'rebuild') await rebuild(tx, rollupZone);
      return differences(tx, rollupZone);
    });
    for (const { table, missing, wrong } of found)
      console.log(`${table}: ${missing + wrong === 0 ? 'right' : `${missing} rows missing, ${wrong} wrong`}`);
    if (found.some(({ missing, wrong }) => missing + wrong > 0)) process.exitCode = 1;
  });
}

run(process.argv[2]).catch((error: unknown) => {
  console.error(`Usage check failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
