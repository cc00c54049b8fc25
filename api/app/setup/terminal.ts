import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks the person at the terminal, one question after the other. */
export interface Terminal {
  ask(question: string): Promise<string>;
  /** Shows nothing of what is typed; only how many characters there were. */
  askSecret(question: string): Promise<string>;
  close(): void;
}

export function openTerminal(): Terminal {
  const echo = new Echo();
  // Without a history: the key for the line before would show a secret.
  const lines = createInterface({ input: process.stdin, output: echo, terminal: true, historySize: 0 });
  // The interface takes Ctrl-C away from the process; nothing was changed yet.
  lines.on('SIGINT', () => process.exit(130));
  return {
    async ask(question) {
      echo.shown = true;
      return lines.question(question).finally(() => (echo.shown = false));
    },
    async askSecret(question) {
      process.stdout.write(question);
      const typed = await lines.question('');
      process.stdout.write(`${typed === '' ? '' : `(${[...typed].length} characters)`}\n`);
      return typed;
    },
    close: () => lines.close(),
  };
}

/** What readline draws while an answer may be seen; what is typed between two questions may belong to a secret. */
class Echo extends Writable {
  shown = false;

  // readline asks for it, to break long lines.
  get columns(): number {
    return process.stdout.columns;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.shown) process.stdout.write(chunk);
    done();
  }
}
