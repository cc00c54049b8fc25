import { expect, it, vi } from 'vitest';
import { Supervised } from '#launch/supervised.ts';

/** A process that ends when the test says so. */
function aProcess() {
  let end = (): void => undefined;
  const exited = new Promise<string>((resolve) => (end = () => resolve('has ended')));
  const kill = vi.fn(end);
  const stop = () => exited.then(() => undefined);
  return { running: { pid: 1, ready: Promise.resolve(), exited, stop, kill }, end, kill };
}

async function restarting() {
  const old = aProcess();
  const start = vi.fn(() => Promise.resolve(old.running));
  const events = { say: () => undefined, giveUp: () => undefined, waitForChange: false };
  const unit = new Supervised({ name: 'API', start }, events);
  await unit.start();
  const restarted = unit.restart();
  return { ...old, unit, start, restarted };
}

it('an end during a restart waits for the process that is still working', async () => {
  const { unit, start, restarted, end } = await restarting();
  const ended = vi.fn();
  const stopping = unit.stop().then(ended);
  await new Promise(setImmediate);
  expect(ended).not.toHaveBeenCalled();
  end();
  await Promise.all([stopping, restarted]);
  expect(start).toHaveBeenCalledTimes(1);
});

it('a second Ctrl-C during a restart kills the process that is still working', async () => {
  const { unit, kill, restarted } = await restarting();
  unit.kill();
  expect(kill).toHaveBeenCalledTimes(1);
  await restarted;
});
