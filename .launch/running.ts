/** A process that is to be kept alive: a service or PostgreSQL. */
export interface Running {
  readonly pid: number;
  /** Settles when it can serve, or fails when it ended before that. */
  readonly ready: Promise<void>;
  /** Settles with what ended it, in words. */
  readonly exited: Promise<string>;
  /** Ends it in its own way, and waits until it is gone. */
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
}

/** What knows how to start it. */
export interface Unit {
  readonly name: string;
  start(): Promise<Running>;
}
