import { isSolution, type Share } from './work.ts';

addEventListener('message', ({ data }: MessageEvent<Share>) => {
  const { demand, first, step } = data;
  let solution = first;
  while (!isSolution(demand, solution)) solution += step;
  // A worker's own function, which takes no origin.
  (globalThis as unknown as { postMessage(found: number): void }).postMessage(solution);
});
