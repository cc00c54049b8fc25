import { afterAll, beforeEach, type RunnerTestFile } from 'vitest';
import { processorTime } from './processor.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The processor time that a file has taken, in milliseconds. */
    processor?: number;
  }
}

// Vitest runs this before each file, in the file's worker.
const before = processorTime();
let file: RunnerTestFile | undefined;
beforeEach(({ task }) => {
  file = task.file;
});
afterAll(() => {
  if (file) file.meta.processor = processorTime() - before;
});
