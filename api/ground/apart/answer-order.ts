import type * as z from 'zod/mini';

interface Work<Order, Answer> {
  readonly order: z.ZodMiniType<Order>;
  /**
   * Executes the order, with an answer for each of its files. An error of the system is a fault of the disk; every other
   * error is a fault of the file.
   */
  readonly run: (order: Order) => AsyncIterable<Answer>;
  /** The answer for a file on which the parser fails. */
  readonly broken: Answer;
}

/** The main function of a child process: a file that crashes or exhausts its parser harms only this process. */
export function answerOrder<Order, Answer>({ order, run, broken }: Work<Order, Answer>): void {
  let isDone = false;
  const report = (answer: Answer): void => {
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  };
  const refuse = (): void => {
    isDone = true;
    report(broken);
  };

  // A signal to the process group is for the API, which waits for this process. When the API dies, the standard input
  // ends.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  process.stdin.on('end', () => process.exit(1)).resume();
  process.stdin.unref();

  // The parser reads ahead, so an error may come outside any await, even after the last answer, which stays valid.
  for (const event of ['unhandledRejection', 'uncaughtException'] as const)
    process.on(event, (error: unknown) => {
      if (!isDone) {
        if (isSystem(error)) complain(error);
        else refuse();
      }
      process.exit();
    });

  // A parser that waits for missing data leaves the event loop empty.
  process.on('beforeExit', () => {
    if (!isDone && process.exitCode === undefined) refuse();
  });

  // Reports that the process has started; its time counts from now.
  process.stdout.write('\n');
  const given = order.safeParse(JSON.parse(process.argv[2] ?? 'null'));
  if (!given.success) return complain(given.error);
  const answerAll = async (): Promise<void> => {
    for await (const answer of run(given.data)) report(answer);
    isDone = true;
  };
  // Disk errors are not the file's fault; every other error means that the parser rejects the file.
  answerAll().catch((error: unknown) => (isSystem(error) ? complain(error) : refuse()));
}

const isSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

function complain(error: unknown): void {
  process.stderr.write(error instanceof Error && 'code' in error ? String(error.code) : 'failed');
  process.exitCode = 2;
}
