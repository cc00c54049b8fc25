import { constants, getPriority, setPriority } from 'node:os';
import { runProcess } from '#api/app/run-process.ts';
import { readSettings } from '#api/ground/settings/settings.ts';
import { startWorker } from './start.ts';

// Steps of `nice`: under contention the worker gets about a fifth of a serving process's CPU time.
const stepsBack = 7;

/** On one machine, pages have priority over video processing. Child processes inherit the priority. */
const yieldToPages = () => setPriority(Math.min(getPriority() + stepsBack, constants.priority.PRIORITY_LOW));

runProcess('The worker', async () => {
  yieldToPages();
  const worker = await startWorker(readSettings());
  process.send?.({ type: 'ready' });
  return worker;
});
