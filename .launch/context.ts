import type { Lock } from './lock.mjs';

/** What the launcher's JavaScript, which runs before any installation, passes to its TypeScript. */
export interface LaunchContext {
  /** The project's folder. */
  readonly root: string;
  readonly dataDir: string;
  /** The environment before the settings file was added. */
  readonly given: NodeJS.ProcessEnv;
  /** `npm run dev`: sources are watched, and the web app is served by Vite. */
  readonly dev: boolean;
  readonly progress: Progress;
  readonly lock: Lock;
  /** The handler of signals; until it is replaced, the launcher exits at once. */
  readonly signals: { handle: (signal: NodeJS.Signals) => void };
}

export interface Progress {
  readonly line: (text: string) => void;
  readonly step: <Value>(text: string, work: () => Promise<Value>) => Promise<Value>;
}
