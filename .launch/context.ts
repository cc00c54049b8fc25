import type { Lock } from './lock.mjs';

/** What the launcher's plain JavaScript, which runs before anything is installed, hands to its TypeScript. */
export interface LaunchContext {
  /** The project's folder. */
  readonly root: string;
  readonly dataDir: string;
  /** What the environment set before the settings file was read into it. */
  readonly given: NodeJS.ProcessEnv;
  /** `npm run dev`: sources are watched, and the web app is served by Vite. */
  readonly dev: boolean;
  readonly progress: Progress;
  readonly lock: Lock;
  /** Who is told of a signal; the launcher exits at once until somebody takes it over. */
  readonly signals: { handle: (signal: NodeJS.Signals) => void };
}

export interface Progress {
  readonly line: (text: string) => void;
  readonly step: <Value>(text: string, work: () => Promise<Value>) => Promise<Value>;
}
