import { withServices } from '#api/app/with-services.ts';
import { rollupTimeZone, withUsageLock } from '#api/domains/usage/lock.ts';
import { differences, rebuild } from '#api/domains/usage/rebuild.ts';

/** `npm run usage:check` proves what reports read to be what the page views say; `usage:rebuild` makes it anew before. */
async function run(command: string | undefined): Promise<void> {
  await withServices(async ({ db, settings: { timeZone } }) => {
    // In one transaction, so that nobody writes in between.
    const found = await withUsageLock(db, async (tx) => {
      // The service's zone, whatever this shell's settings say; theirs where no service has ever run.
      const counted = (await rollupTimeZone(tx)) ?? timeZone;
      console.log(`days of ${counted}`);
      if (command === 'rebuild') await rebuild(tx, counted);
      return differences(tx, counted);
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
