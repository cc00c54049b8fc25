import { type RecastAnswer, recastOrder } from './answer.ts';
import { recast } from './recast.ts';
import { Refused } from './refused.ts';

// A process of its own: a file that crashes or exhausts the parser harms only this process.

// A signal to the process group is for the API, which waits for this process. When the API dies, the standard input
// ends.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
process.stdin.on('end', () => process.exit(1)).resume();
process.stdin.unref();

// Reports that the process has started; its time counts from now.
process.stdout.write('\n');

const broken: RecastAnswer = { refused: 'messages.recordingBroken' };

async function run(): Promise<RecastAnswer> {
  const order = recastOrder.parse(JSON.parse(process.argv[2] ?? ''));
  try {
    return await recast(order);
  } catch (error) {
    if (error instanceof Refused) return { refused: error.key };
    // Disk errors are not the file's fault; every other error means that the parser rejects the file.
    if (isSystem(error)) throw error;
    return broken;
  }
}

const isSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

function say(answer: RecastAnswer): void {
  hasReported = true;
  process.stdout.write(JSON.stringify(answer));
}
let hasReported = false;

function complain(error: unknown): void {
  process.stderr.write(error instanceof Error && 'code' in error ? String(error.code) : 'failed');
  process.exitCode = 2;
}

// The parser reads ahead, so its errors may surface outside any await.
for (const event of ['unhandledRejection', 'uncaughtException'] as const)
  process.on(event, (error: unknown) => {
    if (isSystem(error)) complain(error);
    else say(broken);
    process.exit();
  });

// A parser that waits for missing data leaves the event loop empty.
process.on('beforeExit', () => {
  if (!hasReported && process.exitCode === undefined) say(broken);
});

run().then(say, complain);
