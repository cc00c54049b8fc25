export interface Lock {
  /** What a second `npm start` on the same data folder is told. */
  status: () => Status;
  release: () => Promise<void>;
}

export interface Status {
  readonly url?: string;
  readonly processes?: Readonly<Record<string, number | undefined>>;
}

/** The name of a folder's lock for one purpose. */
export function lockAddress(purpose: 'data' | 'build', folder: string): string;

/** Takes the lock, or gives undefined when somebody has it. */
export function claim(address: string): Promise<Lock | undefined>;

/** What the holder says of itself; 'nobody' without a holder, {} when it does not answer. */
export function ask(address: string): Promise<Status | 'nobody'>;
