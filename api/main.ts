import { demoSchoolOf } from './demo/demo-school.ts';
import { runProcess } from './run-process.ts';
import { readSettings } from './settings.ts';
import { startApi } from './start.ts';

runProcess('The API', async () => {
  const settings = readSettings();
  const api = await startApi(settings);
  process.send?.({ type: 'ready', demo: settings.demoData ? await demoSchoolOf(api.services) : null });
  return api;
});
