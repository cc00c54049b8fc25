import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks questions at the terminal, one after the other. */
export interface Terminal {
  ask(question: string): Promise<string>;
  /** Hides the typed text, except its number of characters. */
  askSecret(question: string): Promise<string>;
  close(): void;
}

export function openTerminal(): Terminal {
  const echo = new Echo();
  // Without a history, since the up key would show a secret.
  const lines = createInterface({ input: process.stdin, output: echo, terminal: true, historySize: 0 });
  // readline intercepts Ctrl-C; nothing is changed yet, so the process can exit.
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

/**
 * Shows readline's output only while an answer may be seen; text typed between two questions may belong to a secret.
 */
class Echo extends Writable {
  shown = false;

  // readline reads it to break long lines.
  get columns(): number {
    return process.stdout.columns;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.shown) process.stdout.write(chunk);
    done();
  }
}
