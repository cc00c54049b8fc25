import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createTurns } from '#api/http/turns.ts';
import type { PreparedFile, RecordingFormat } from './formats.ts';
import { recastAnswer, type RecastOrder } from './recast/answer.ts';
import { MediaRefusal } from './refusal.ts';

/** Milliseconds for the process to come, which is long on a busy machine, and for what it then does with the file. */
const [startMs, limitMs] = [120_000, 20_000];
const heapMegabytes = 256;

const recordingTurn = createTurns({ atOnce: 2, waiting: 60 });

interface Recording extends Pick<RecastOrder, 'kind' | 'before' | 'tooLong'> {
  readonly path: string;
  readonly format: RecordingFormat;
}

/** Writes a film or sound anew, as a file in `folder`, in a process with a limit of time and memory. */
export async function remakeRecording({ path, ...given }: Recording, folder: string): Promise<PreparedFile> {
  const target = join(folder, randomUUID());
  const said = await recordingTurn(() => recastApart({ ...given, source: path, target }));
  // Killed by its limits, or gone without a word: the file was made to do that, or might as well have been.
  if (said === undefined) throw new MediaRefusal(400, 'messages.recordingBroken');
  const answer = recastAnswer.parse(JSON.parse(said));
  if ('refused' in answer) throw new MediaRefusal(400, answer.refused);
  return { path: target, ...answer };
}

const isSource = import.meta.url.endsWith('.ts');

// Bundled, the process stands beside the API's file; from the sources, it needs what reads TypeScript.
const script = fileURLToPath(new URL(isSource ? './recast/main.ts' : './recast.js', import.meta.url));
const loader = () => (isSource ? ['--import', createRequire(import.meta.url).resolve('tsx')] : []);

async function recastApart(order: RecastOrder): Promise<string | undefined> {
  const args = [`--max-old-space-size=${heapMegabytes}`, ...loader(), script, JSON.stringify(order)];
  // Of the environment nothing: it holds what opens the database.
  const child = spawn(process.execPath, args, { env: {}, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => child.kill('SIGKILL');
  let begun = false;
  let limit = setTimeout(kill, startMs);
  child.stdout.once('readable', () => {
    begun = true;
    clearTimeout(limit);
    limit = setTimeout(kill, limitMs);
  });
  const over = Promise.all([ended(child), text(child.stdout), text(child.stderr)]);
  const [code, said, complaint] = await over.finally(() => clearTimeout(limit));
  if (code === 0) return said;
  if (code === 2) throw new DiskTrouble(complaint);
  if (code === 1 || !begun) throw new Error('The process that reads recordings could not start');
  return undefined;
}

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));

/** What the disk said to the other process, with its code. */
class DiskTrouble extends Error {
  readonly code: string;

  constructor(code: string) {
    super('The recording could not be written');
    this.code = code;
  }
}
