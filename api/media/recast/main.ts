import { type RecastAnswer, recastOrder } from './answer.ts';
import { recast } from './recast.ts';
import { Refused } from './refused.ts';

// A process of its own: a file that was made to break or exhaust its parser breaks nothing but this.

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
    if (error instanceof Error && 'syscall' in error) throw error;
    return broken;
  }
}

// The parser reads ahead; what goes wrong there comes to light on its own.
process.on('unhandledRejection', () => {
  process.stdout.write(JSON.stringify(broken));
  process.exit();
});

run().then(
  (answer) => process.stdout.write(JSON.stringify(answer)),
  (error: unknown) => {
    process.stderr.write(error instanceof Error && 'code' in error ? String(error.code) : 'failed');
    process.exitCode = 2;
  },
);
