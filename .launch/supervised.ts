import type { Running, Unit } from './running.ts';

export interface SupervisorEvents {
  readonly say: (line: string) => void;
  /** Called when the process has ended too often in a row. */
  readonly giveUp: (reason: string) => void;
  /** In development a server may end because of an error in a source; the next change of a source restarts it. */
  readonly waitForChange: boolean;
  /**
   * Whether to try for ever instead of giving up. A database on a full disk comes back when there is room, and without it
   * the others can do nothing.
   */
  readonly neverGiveUp?: boolean;
}

const NEVER = new Promise<never>(() => undefined);
const STEADY_MS = 30_000;
const LONGEST_PAUSE_MS = 15_000;
const PAUSES_MS = [0, 500, 1_000, 2_000, 4_000, 8_000, LONGEST_PAUSE_MS, LONGEST_PAUSE_MS];

/** Supervises one process: restarts it when it ends, with growing pauses after quick ends. */
export class Supervised {
  readonly #unit: Unit;
  readonly #events: SupervisorEvents;
  #starting: Promise<Running> | undefined;
  #running: Running | undefined;
  /** The old process during a restart, while it finishes its work. */
  #leaving: Running | undefined;
  #mending: Promise<void> | undefined;
  #stopping = false;
  #failures = 0;
  #stopWaiting = (): void => undefined;
  readonly #killed = new Promise<void>((resolve) => (this.#stopWaiting = resolve));

  constructor(unit: Unit, events: SupervisorEvents) {
    this.#unit = unit;
    this.#events = events;
  }

  get pid(): number | undefined {
    return this.#running?.pid;
  }

  /** The first start; throws its failure, and never resolves while everything is being stopped. */
  async start(): Promise<void> {
    try {
      if (this.#stopping) return await NEVER;
      const running = await this.#launch();
      await running.ready;
      this.#watch(running);
    } catch (error) {
      if (!this.#stopping) throw error;
    }
    if (this.#stopping) await NEVER;
  }

  /** Stops supervising, so that the process is not restarted. */
  abandon(): void {
    this.#stopping = true;
  }

  /** Restarts the process, for a new database address or a changed source. */
  async restart(): Promise<void> {
    const old = this.#running;
    this.#running = undefined;
    this.#leaving = old ?? this.#leaving;
    this.#failures = 0;
    await old?.stop();
    if (this.#leaving === old) this.#leaving = undefined;
    await this.#startAgain();
  }

  /** Waits until the process, or the one that replaces it, is ready; false when none is being started any more. */
  async becomesReady(): Promise<boolean> {
    for (let running = this.#running; running && !this.#stopping; running = this.#running) {
      const isReady = await running.ready.then(
        () => true,
        () => false,
      );
      if (isReady) return true;
      await running.exited;
      await this.#mending;
    }
    return false;
  }

  async stop(): Promise<void> {
    this.abandon();
    // PostgreSQL may be recovering for many minutes, and goes on with that by itself.
    await Promise.race([this.#starting?.catch(() => undefined), this.#killed]);
    await Promise.all([this.#leaving?.exited, this.#running?.stop()]);
  }

  kill(): void {
    this.abandon();
    this.#leaving?.kill();
    this.#running?.kill();
    this.#stopWaiting();
  }

  async #launch(): Promise<Running> {
    this.#starting = this.#unit.start();
    this.#running = await this.#starting;
    // The caller of `ready` handles the rejection.
    this.#running.ready.catch(() => undefined);
    return this.#running;
  }

  #watch(running: Running): void {
    const began = Date.now();
    void running.exited.then((how) => {
      if (this.#stopping || this.#running !== running) return;
      this.#running = undefined;
      this.#failures = Date.now() - began > STEADY_MS ? 0 : this.#failures + 1;
      void this.#mend(how);
    });
  }

  async #mend(how: string): Promise<void> {
    const { name } = this.#unit;
    if (this.#events.waitForChange) return this.#events.say(`${name} ${how}. It restarts when its source changes.`);
    this.#events.say(`${name} ${how}. Restarting it…`);
    await this.#startAgain();
  }

  // One restart at a time: a source may change while a crash is being handled.
  #startAgain(): Promise<void> {
    this.#mending ??= this.#tryUntilUp().finally(() => (this.#mending = undefined));
    return this.#mending;
  }

  async #tryUntilUp(): Promise<void> {
    const { say, giveUp, neverGiveUp } = this.#events;
    const { name } = this.#unit;
    while (!this.#stopping && !this.#running) {
      // Counts from 0, also after a restart that no failure has caused.
      const tries = Math.max(0, this.#failures - 1);
      if (tries >= PAUSES_MS.length && !neverGiveUp) return giveUp(`${name} keeps stopping.`);
      if (tries === PAUSES_MS.length)
        say(`${name} keeps stopping. It is tried again every ${LONGEST_PAUSE_MS / 1000} s until it runs.`);
      // The global timer, which tests can set forward.
      await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[tries] ?? LONGEST_PAUSE_MS));
      if (this.#stopping) return;
      try {
        this.#watch(await this.#launch());
        if (tries >= PAUSES_MS.length) say(`${name} is running again.`);
      } catch (error) {
        this.#failures += 1;
        // Only the first tries are told: repeated for hours, these lines would hide all others.
        if (tries < PAUSES_MS.length) say(error instanceof Error ? error.message : String(error));
      }
    }
  }
}
