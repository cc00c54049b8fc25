import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createTurns } from '#api/ground/http/turns.ts';
import type { PreparedFile, RecordingFormat } from './formats.ts';
import { recastAnswer, type RecastOrder } from './recast/answer.ts';
import { recastApart } from './recast-process.ts';
import { MediaRefusal } from './refusal.ts';

const recordingTurn = createTurns({ atOnce: 2, waiting: 60 });

interface Recording extends Pick<RecastOrder, 'kind' | 'before' | 'tooLong'> {
  readonly path: string;
  readonly format: RecordingFormat;
}

/**
 * Writes a film or sound anew, as a file in `folder`, in a process with a limit of time and memory. Rejects with
 * `MediaRefusal` for what the file is, and with `RecordingInterrupted` for what happened to the process.
 */
export async function remakeRecording({ path, ...given }: Recording, folder: string): Promise<PreparedFile> {
  const target = join(folder, randomUUID());
  const said = await recordingTurn(() => recastApart({ ...given, source: path, target }));
  // It took more time or memory than any recording needs: the file was made to do that, or might as well have been.
  if (said === undefined) throw new MediaRefusal(400, 'messages.recordingBroken');
  const answer = recastAnswer.parse(JSON.parse(said));
  if ('refused' in answer) throw new MediaRefusal(400, answer.refused);
  return { path: target, ...answer };
}
