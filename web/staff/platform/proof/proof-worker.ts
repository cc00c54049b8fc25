import { isSolution, type Share } from './work.ts';

addEventListener('message', ({ data }: MessageEvent<Share>) => {
  const { demand, first, step } = data;
  let solution = first;
  while (!isSolution(demand, solution)) solution += step;
  // `postMessage` of a worker takes no origin; the DOM types know only the window's version.
  (globalThis as unknown as { postMessage(found: number): void }).postMessage(solution);
});
