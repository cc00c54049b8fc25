import { demoSchoolOf } from './demo/demo-school.ts';
import { readSettings } from './settings.ts';
import { startApi } from './start.ts';

const hardStopMs = 15_000;

try {
  const settings = readSettings();
  const api = await startApi(settings);
  process.send?.({ type: 'ready', demo: settings.demoData ? await demoSchoolOf(api.services) : null });

  let stopping = false;
  const stop = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), hardStopMs).unref();
    api.close().then(
      () => process.exit(0),
      (error: unknown) => {
        api.services.logger.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Who started us is gone: nobody else would stop us.
  process.on('disconnect', stop);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
