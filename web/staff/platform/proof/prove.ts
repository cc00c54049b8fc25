import '#web/shared/script-addresses.ts';
import type { ProofDemand } from '#schema/rules/proof-work.ts';
import type { SignInProof } from '#schema/rules/sign-in-proof.ts';
import type { Share } from './work.ts';

// More workers would heat a tablet and save little time.
const mostWorkers = 4;

/** Makes a proof of work off the main thread: seconds, on an old tablet a minute. */
export async function prove(demand: ProofDemand): Promise<SignInProof> {
  const step = Math.min(mostWorkers, Math.max(1, navigator.hardwareConcurrency - 1));
  const workers: Worker[] = [];
  try {
    const shares = Array.from({ length: step }, (_, first) => ({ demand, first, step }));
    const solution = await Promise.any(
      shares.map((share) => {
        const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
        workers.push(worker);
        return solutionOf(worker, share);
      }),
    );
    return { challenge: demand.challenge, solution };
  } catch {
    // The browser or a policy blocks workers: the main thread tries, and yields between tries to stay responsive.
    return { challenge: demand.challenge, solution: await solveHere(demand) };
  } finally {
    for (const worker of workers) worker.terminate();
  }
}

const solutionOf = (worker: Worker, share: Share): Promise<number> =>
  new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data);
    worker.onerror = () => reject(new Error('The worker did not start'));
    worker.postMessage(share);
  });

async function solveHere(demand: ProofDemand): Promise<number> {
  const { isSolution } = await import('./work.ts');
  let solution = 0;
  while (!isSolution(demand, solution)) {
    await new Promise((resolve) => setTimeout(resolve));
    solution += 1;
  }
  return solution;
}
