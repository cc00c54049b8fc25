import { withServices } from '#api/app/with-services.ts';
import { sweepStore } from '#api/domains/media/sweep.ts';

const usage = `npm run storage -- status             whether this database and this media store belong together
npm run storage -- claim              this database owns this media store from now on
npm run storage -- sweep [--confirm]  the nightly clean-up of stray files now; --confirm: however many would go`;

/** `npm run storage`: manages the media store, with or without a running service. */
async function run([command, ...flags]: readonly string[]): Promise<void> {
  const confirmed = flags.length === 1 && flags[0] === '--confirm';
  const isKnown = ['status', 'claim', 'sweep'].includes(command ?? '');
  if (!isKnown || (flags.length > 0 && !(command === 'sweep' && confirmed))) {
    console.error(usage);
    process.exitCode = 1;
    return;
  }
  await withServices(async (services) => {
    if (command === 'claim') await services.store.claim();
    const found = await services.store.check();
    console.log(found.state === 'together' ? 'Database and media store belong together.' : found.words);
    if (found.state === 'apart') process.exitCode = 1;
    if (command !== 'sweep') return;
    const { outcome, ...details } = await sweepStore(services, { confirmed });
    const counts = Object.entries(details).map(([name, value]) => `${name}: ${value}`);
    console.log([outcome === 'done' ? 'Swept.' : 'Not swept, nothing was moved.', ...counts].join('\n'));
    if (outcome === 'held') process.exitCode = 1;
  });
}

run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`Storage failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
