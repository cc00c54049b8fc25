import { constants, getPriority, setPriority } from 'node:os';
import { runProcess } from '#api/app/run-process.ts';
import { readSettings } from '#api/ground/settings/settings.ts';
import { startWorker } from './start.ts';

// In the steps of `nice`: about a fifth of what a process that answers gets of a processor that both want.
const stepsBack = 7;

/** On a machine of both, a child's page comes before a film that is prepared. What the worker starts inherits its priority. */
const yieldToPages = () => setPriority(Math.min(getPriority() + stepsBack, constants.priority.PRIORITY_LOW));

runProcess('The worker', async () => {
  yieldToPages();
  const worker = await startWorker(readSettings());
  process.send?.({ type: 'ready' });
  return worker;
});
