import type { Progress } from './context.ts';

export interface Installation {
  readonly root: string;
  readonly progress: Progress;
  /** The tests' packages are needed too. */
  readonly testing: boolean;
}

/** Installs what package-lock.json asks for, unless it is there. */
export function install(installation: Installation): Promise<void>;
