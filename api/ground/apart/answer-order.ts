import type * as z from 'zod/mini';

interface Work<Order, Answer> {
  readonly order: z.ZodMiniType<Order>;
  /** Executes the order. An error of the system is a fault of the disk; every other error is a fault of the file. */
  readonly run: (order: Order) => Promise<Answer>;
  /** The answer for a file on which the parser fails. */
  readonly broken: Answer;
}

/** The main function of a child process: a file that crashes or exhausts its parser harms only this process. */
export function answerOrder<Order, Answer>({ order, run, broken }: Work<Order, Answer>): void {
  let hasReported = false;
  const report = (answer: Answer): void => {
    hasReported = true;
    process.stdout.write(JSON.stringify(answer));
  };

  // A signal to the process group is for the API, which waits for this process. When the API dies, the standard input
  // ends.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  process.stdin.on('end', () => process.exit(1)).resume();
  process.stdin.unref();

  // The parser reads ahead, so an error may come outside any await, even after the answer. Then the answer stays valid.
  for (const event of ['unhandledRejection', 'uncaughtException'] as const)
    process.on(event, (error: unknown) => {
      if (!hasReported) {
        if (isSystem(error)) complain(error);
        else report(broken);
      }
      process.exit();
    });

  // A parser that waits for missing data leaves the event loop empty.
  process.on('beforeExit', () => {
    if (!hasReported && process.exitCode === undefined) report(broken);
  });

  // Reports that the process has started; its time counts from now.
  process.stdout.write('\n');
  const given = order.safeParse(JSON.parse(process.argv[2] ?? 'null'));
  if (!given.success) return complain(given.error);
  run(given.data)
    // Disk errors are not the file's fault; every other error means that the parser rejects the file.
    .catch((error: unknown) => {
      if (isSystem(error)) throw error;
      return broken;
    })
    .then(report, complain);
}

const isSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

function complain(error: unknown): void {
  process.stderr.write(error instanceof Error && 'code' in error ? String(error.code) : 'failed');
  process.exitCode = 2;
}
