export interface ChildCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Output goes to the terminal as it comes, instead of being kept. */
  readonly show?: boolean;
  /** What is typed into the terminal goes to the program. */
  readonly keys?: boolean;
  readonly shell?: boolean;
  /** It leads a process group of its own, which ends with it: a Ctrl-C reaches this process alone, which ends the group. */
  readonly group?: boolean;
}

export interface ChildResult {
  readonly code: number;
  readonly signal: NodeJS.Signals | null;
  /** The end of what it wrote. */
  readonly output: string;
}

export function runChild(command: ChildCommand): Promise<ChildResult>;

export function endChildren(): Promise<void>;
