/** A supervised process: a service or PostgreSQL. */
export interface Running {
  readonly pid: number;
  /** Resolves when the process is ready; rejects when it ended before. */
  readonly ready: Promise<void>;
  /** Resolves with the reason of its end. */
  readonly exited: Promise<string>;
  /** Stops the process gracefully; resolves when it has ended. */
  stop(): Promise<void>;
  /** Kills the process. */
  kill(): void;
}

/** How to start a supervised process. */
export interface Unit {
  readonly name: string;
  start(): Promise<Running>;
}
