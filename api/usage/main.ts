import { withServices } from '#api/with-services.ts';
import { countedZone, holdingUsage } from './lock.ts';
import { differences, rebuild } from './rebuild.ts';

/** `npm run usage:check` proves what reports read to be what the page views say; `usage:rebuild` makes it anew before. */
async function run(command: string | undefined): Promise<void> {
  await withServices(async ({ db, settings: { timeZone } }) => {
    // In one transaction, so that nobody writes in between.
    const found = await holdingUsage(db, async (tx) => {
      // The service's zone, whatever this shell's settings say; theirs where no service has ever run.
      const counted = (await countedZone(tx)) ?? timeZone;
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
  console.error(`The usage: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
