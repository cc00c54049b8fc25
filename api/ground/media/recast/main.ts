import { type RecastAnswer, recastOrder } from './answer.ts';
import { recast } from './recast.ts';
import { Refused } from './refused.ts';

// A process of its own: a file that was made to break or exhaust its parser breaks nothing but this.

// A stop signal to the whole group is for the API, which waits for this to be done. When the API is gone, so is its
// end of the standard input.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
process.stdin.on('end', () => process.exit(1)).resume();
process.stdin.unref();

// It is there: from now on its time is counted.
process.stdout.write('\n');

const broken: RecastAnswer = { refused: 'messages.recordingBroken' };

async function run(): Promise<RecastAnswer> {
  const order = recastOrder.parse(JSON.parse(process.argv[2] ?? ''));
  try {
    return await recast(order);
  } catch (error) {
    if (error instanceof Refused) return { refused: error.key };
    // The disk's troubles are nobody's fault; everything else is the parser's word on the file.
    if (isSystem(error)) throw error;
    return broken;
  }
}

const isSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

function say(answer: RecastAnswer): void {
  said = true;
  process.stdout.write(JSON.stringify(answer));
}
let said = false;

function complain(error: unknown): void {
  process.stderr.write(error instanceof Error && 'code' in error ? String(error.code) : 'failed');
  process.exitCode = 2;
}

// The parser reads ahead; what goes wrong there comes to light on its own.
for (const event of ['unhandledRejection', 'uncaughtException'] as const)
  process.on(event, (error: unknown) => {
    if (isSystem(error)) complain(error);
    else say(broken);
    process.exit();
  });

// A parser that waits for what never comes has nothing more to do.
process.on('beforeExit', () => {
  if (!said && process.exitCode === undefined) say(broken);
});

run().then(say, complain);
