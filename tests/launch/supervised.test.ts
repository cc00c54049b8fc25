import { afterEach, expect, it, vi } from 'vitest';
import { Supervised } from '#launch/supervised.ts';
import { patience } from '#tests/support/patience.ts';

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

it('a second Ctrl-C ends the wait for a database that is recovering', async () => {
  const start = () => new Promise<never>(() => undefined);
  const events = { say: () => undefined, giveUp: () => undefined, waitForChange: false };
  const unit = new Supervised({ name: 'PostgreSQL', start }, events);
  void unit.start();
  const ended = vi.fn();
  const stopping = unit.stop().then(ended);
  await new Promise(setImmediate);
  expect(ended).not.toHaveBeenCalled();
  unit.kill();
  await stopping;
});

/** The same, before it is ready; its end without that is a failed start. */
function aStartingProcess() {
  const { running, ...others } = aProcess();
  let becomeReady = (): void => undefined;
  const ready = new Promise<void>((resolve, reject) => {
    becomeReady = resolve;
    void running.exited.then(() => reject(new Error('The API does not start')));
  });
  return { ...others, running: { ...running, ready }, becomeReady };
}

it('a restarted service is ready when its new process is, or the process after that one', async () => {
  const [old, broken, whole] = [aProcess(), aStartingProcess(), aStartingProcess()];
  const start = vi.fn(() => Promise.resolve(whole.running));
  start.mockResolvedValueOnce(old.running).mockResolvedValueOnce(broken.running);
  const events = { say: () => undefined, giveUp: () => undefined, waitForChange: false };
  const unit = new Supervised({ name: 'API', start }, events);
  await unit.start();
  old.end();
  const isReady = vi.fn();
  await unit.restart();
  const waiting = unit.becomesReady().then(isReady);
  broken.end();
  await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(3), patience);
  await new Promise(setImmediate);
  expect(isReady).not.toHaveBeenCalled();
  whole.becomeReady();
  await waiting;
  expect(isReady).toHaveBeenCalledExactlyOnceWith(true);
});

it('a service is not waited for when its start waits for a changed source', async () => {
  const [old, broken] = [aProcess(), aStartingProcess()];
  const start = vi.fn(() => Promise.resolve(broken.running));
  start.mockResolvedValueOnce(old.running);
  const events = { say: () => undefined, giveUp: () => undefined, waitForChange: true };
  const unit = new Supervised({ name: 'API', start }, events);
  await unit.start();
  old.end();
  await unit.restart();
  const isReady = unit.becomesReady();
  broken.end();
  expect(await isReady).toBe(false);
});

/** A process that has been up, has ended, and does not start any more. */
async function failing(neverGiveUp: boolean) {
  vi.useFakeTimers();
  const first = aProcess();
  const start = vi.fn(() => Promise.reject<typeof first.running>(new Error('No space left on device')));
  start.mockResolvedValueOnce(first.running);
  const events = { say: vi.fn<(line: string) => void>(), giveUp: vi.fn(), waitForChange: false, neverGiveUp };
  const unit = new Supervised({ name: 'PostgreSQL', start }, events);
  await unit.start();
  first.end();
  await vi.advanceTimersByTimeAsync(60_000);
  return { unit, start, ...events, lines: () => events.say.mock.calls.map(([line]) => line) };
}
afterEach(() => vi.useRealTimers());

it('a service that keeps stopping ends the launcher within a minute', async () => {
  const { giveUp, start } = await failing(false);
  expect(giveUp).toHaveBeenCalledExactlyOnceWith('PostgreSQL keeps stopping.');
  const tries = start.mock.calls.length;
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(start).toHaveBeenCalledTimes(tries);
});

it('a database that was up is tried for ever, as while its disk is full, and the log says so once', async () => {
  const { unit, start, giveUp, lines } = await failing(true);
  const said = lines().length;
  expect(lines()).toContain('PostgreSQL keeps stopping. It is tried again every 15 s until it runs.');
  await vi.advanceTimersByTimeAsync(8 * 3_600_000);
  expect(lines()).toHaveLength(said);
  expect(giveUp).not.toHaveBeenCalled();
  const again = aProcess();
  start.mockResolvedValueOnce(again.running);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(unit.pid).toBe(again.running.pid);
  expect(lines().slice(said)).toEqual(['PostgreSQL is running again.']);
});
