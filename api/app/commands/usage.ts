import { withServices } from '#api/app/with-services.ts';
import { rollupTimeZone, withRollupLock } from '#api/domains/usage/lock.ts';
import { differences, rebuild } from '#api/domains/usage/rebuild.ts';

const usage = `npm run usage:check     compares the rollups that reports read with the page views
npm run usage:rebuild   makes the rollups anew from the page views, then compares them`;

/** `npm run usage:check` and `npm run usage:rebuild`, with or without a running service. */
async function run([command, ...more]: readonly string[]): Promise<void> {
  const isKnown = command === 'check' || command === 'rebuild';
  if (!isKnown || more.length > 0) {
    console.error(usage);
    process.exitCode = 1;
    return;
  }
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

run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`Usage check failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
