import { runProcess } from '#api/run-process.ts';
import { readSettings } from '#api/settings.ts';
import { startWorker } from './start.ts';

runProcess('The worker', async () => {
  const worker = await startWorker(readSettings());
  process.send?.({ type: 'ready' });
  return worker;
});
