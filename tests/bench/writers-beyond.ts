import type { Services } from '#api/app/services.ts';
import { withRollupLock } from '#api/domains/usage/lock.ts';
import { addUpAllPending, addUpPending } from '#api/domains/usage/pending.ts';
import { storePageViews } from '#api/domains/usage/write.ts';
import { newId } from '#api/ground/db/ids.ts';
import { plainView } from '#tests/api/samples/plain-view.ts';
import { timed, timesOf } from './measure.ts';
import { costsOf, type Load } from './writers-load.ts';

const batch = 2_000;
const rounds = 5;

/** The milliseconds that adding a thousand page views up takes while nobody else may add up. */
async function addingUp({ db }: Services): Promise<number> {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await withRollupLock(db, addUpAllPending);
    const sessions = Array.from({ length: batch / 7 }, newId);
    for (let from = 0; from < batch; from += 500)
      await storePageViews(
        db,
        Array.from({ length: 500 }, (_, at) =>
          plainView({ sent: { sessionKey: sessions[(from + at) % sessions.length] } }),
        ),
      );
    await withRollupLock(db, async (tx) => samples.push(await timed(() => addUpPending(tx))));
  }
  return (timesOf(samples).p50 * 1000) / batch;
}

/**
 * Prints what more processes would store, each on a core of its own, from the times that were measured with one: a simple
 * model of three stations, of which the slowest is the bottleneck. Adding up is one process at a time.
 */
export async function printBeyond(services: Services, one: Load): Promise<void> {
  const { node, postgres } = costsOf(one);
  const serial = await addingUp(services);
  console.log(
    `\nA thousand page views: ${node.toFixed(0)} ms of Node, ${postgres.toFixed(0)} ms of PostgreSQL, of which`,
  );
  console.log(`${serial.toFixed(0)} ms one after another, to add them up. So beyond this machine, in views a second:`);
  const perSecond = (ms: number) => Math.round(1_000_000 / ms);
  console.table(
    [1, 2, 4, 8, 16].map((processes) => {
      const stations = {
        Node: processes * perSecond(node),
        // As many cores for PostgreSQL as for half of the processes, at least one.
        PostgreSQL: Math.max(1, processes / 2) * perSecond(postgres),
        'adding up': perSecond(serial),
      };
      const [bottleneck, least] = Object.entries(stations).sort(([, a], [, b]) => a - b)[0] ?? ['', 0];
      return { processes, ...stations, 'stored in a second': least, bottleneck };
    }),
  );
  console.log('Adding up may fall behind for a while: page views are stored and answered all the same.');
}
