import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorks, type Works } from '#tests/api/child-works.ts';
import { startRestingWorld, type RestingWorld } from '#tests/api/resting-world.ts';
import { makePlace } from '#tests/api/samples/place.ts';
import { type Server, startApiProcess } from '#tests/bench/processes.ts';
import { film } from '#tests/support/media-samples.ts';
import { childBox } from '#tests/support/media-samples-mp4.ts';
import { fileMaximum } from '#schema/rules/files.ts';

const megabyte = 1024 * 1024;
const films = 12;
// Less, and the process would collect garbage for most of its start.
const heap = 200;

let world: RestingWorld;
let api: Server;
let works: Works;

beforeAll(async () => {
  // Its own queue rests: the films are the other process's work.
  world = await startRestingWorld();
  api = await startApiProcess(world.databaseUrl, world.services.settings.dataDir, {
    NODE_OPTIONS: `--max-old-space-size=${heap}`,
  });
  works = createWorks({ apiUrl: api.url }, await makePlace(world));
});
afterAll(async () => {
  await api.stop();
  await world.close();
});

test(`${films} films of ten megabytes, one after another, leave an API with a heap of ${heap} MB as small as it was`, async () => {
  const short = await film({ seconds: 6, withSound: true });
  const content = Buffer.concat([short, childBox('mdat', Buffer.alloc(fileMaximum - short.length - 8, 7))]);
  const child = await works.aChild();
  const memory: number[] = [];
  for (let sent = 0; sent < films; sent += 1) {
    expect(await works.outcome(child, works.sendVideo(child, content))).toMatchObject({ state: 'ready' });
    memory.push(await api.memory());
  }
  // The first few fill pools and caches. Eight films later, what is kept of each would be eighty megabytes.
  const [early, late] = [Math.max(...memory.slice(0, 4)), Math.max(...memory.slice(-2))];
  expect((late - early) / megabyte).toBeLessThan(50);
}, 600_000);
