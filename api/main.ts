import { demoSchoolOf } from './demo/demo-school.ts';
import { readSettings } from './settings.ts';
import { type RunningApi, startApi } from './start.ts';

const hardStopMs = 15_000;

let api: RunningApi | undefined;
let stopping = false;

async function run(): Promise<void> {
  const settings = readSettings();
  api = await startApi(settings);
  process.send?.({ type: 'ready', demo: settings.demoData ? await demoSchoolOf(api.services) : null });
}

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), hardStopMs).unref();
  await api?.close();
  process.exit(0);
}

function fail(error: unknown): void {
  console.error(`The API: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

// The second signal is from somebody who does not want to wait.
const onSignal = (): void => (stopping ? process.exit(1) : void stop().catch(fail));
process.on('SIGTERM', onSignal);
process.on('SIGINT', onSignal);
// Who started us is gone: nobody else would stop us.
process.on('disconnect', () => void stop().catch(fail));

run().catch(fail);
