import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { toolPath } from '#launch/tool.ts';
import { ProcessGroups } from './process-groups.ts';
import { copyTree } from './tree-copy.ts';

/** A copy of a checkout in which faults are planted, with a PostgreSQL and the tests' template for all its runs. */
export class Workshop {
  readonly folder: string;
  readonly copy: string;
  readonly groups = new ProcessGroups();
  readonly #stops: (() => Promise<void>)[] = [];
  #ending: Promise<void> | undefined;
  #web: 'not built' | 'as it is' | 'with a fault' = 'not built';

  private constructor(folder: string) {
    this.folder = folder;
    this.copy = join(folder, 'tree');
    this.#stops.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  }

  static async open(root: string): Promise<Workshop> {
    const folder = await mkdtemp(join(tmpdir(), 'manabook-power-'));
    // A PostgreSQL that a test starts runs as another user, and its files lie below.
    await chmod(folder, 0o711);
    const workshop = new Workshop(folder);
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      // tsx hands on the signal that the whole group has got: twice the same.
      process.on(signal, () => void workshop.close().finally(() => process.exit(130)));
    const copying = copyTree(root, workshop.copy);
    workshop.#endsAfter(copying, () => Promise.resolve());
    await copying;
    return workshop;
  }

  /** The template is built from the copy, so before anything is planted. */
  async startDatabase(): Promise<void> {
    // Databases that a broken-off run leaves are dropped, so the server is never one that holds anything else.
    delete process.env.TEST_DATABASE_URL;
    // The servers read words and pictures from where they are started.
    process.chdir(this.copy);
    const setUp = pathToFileURL(join(this.copy, 'tests/support/global-setup.ts')).href;
    const { default: start } = (await import(setUp)) as { default: () => Promise<() => Promise<void>> };
    const starting = start();
    this.#endsAfter(starting, (stop) => stop());
    await starting;
  }

  /** What is only just starting when Ctrl-C comes is waited for, so that it can be stopped. */
  #endsAfter<Started>(starting: Promise<Started>, stop: (started: Started) => Promise<void>): void {
    this.#stops.unshift(() => starting.then(stop, () => undefined));
  }

  /** What `work` gives while the file has another text. */
  async withText<Value>({ file, text }: { file: string; text: string }, work: () => Promise<Value>): Promise<Value> {
    const path = join(this.copy, file);
    const before = await readFile(path, 'utf8');
    await writeFile(path, text);
    try {
      return await work();
    } finally {
      await writeFile(path, before);
    }
  }

  /** Builds what the browser tests are served, unless it is there; after a fault in the web app's sources, anew. */
  async buildWeb({ planted }: { planted: boolean }): Promise<boolean> {
    if (!planted && this.#web === 'as it is') return true;
    this.#web = planted ? 'with a fault' : 'as it is';
    const vite = await toolPath({ root: this.copy, pack: 'vite', bin: 'vite' });
    const { ending } = await this.groups.run({
      args: [vite, 'build', '--logLevel=error'],
      cwd: this.copy,
      env: { NODE_ENV: 'production' },
      limit: 600_000,
    });
    return ending === 'good';
  }

  get isClosing(): boolean {
    return this.#ending !== undefined;
  }

  /** Once, also when Ctrl-C and the run's end come together. */
  close(): Promise<void> {
    return (this.#ending ??= this.#end());
  }

  async #end(): Promise<void> {
    await this.groups.end();
    for (const stop of this.#stops) await stop().catch((error: unknown) => console.error(error));
  }
}
