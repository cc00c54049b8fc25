import { runProcess } from './run-process.ts';
import { readSettings } from '#api/ground/settings/settings.ts';
import { atStart } from './setup/at-start.ts';
import { launcherOf } from './setup/launcher.ts';
import { startApi } from './start.ts';

runProcess('The API', async () => {
  const settings = readSettings();
  const api = await startApi(settings, { launcher: launcherOf(process) });
  const found = await atStart(api.services);
  process.send?.({ type: 'ready', ...found });
  // Without a launcher, this process prints the link.
  if (!process.send && found.firstRun !== null)
    console.log(`This school has nobody yet. Set it up within a day, and once: ${found.firstRun}`);
  return api;
});
