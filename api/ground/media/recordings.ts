import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { runApart } from '#api/ground/apart/run.ts';
import { createTurns } from '#api/ground/http/turns.ts';
import type { PreparedFile, RecordingFormat } from './formats.ts';
import { recastAnswer, type RecastOrder } from './recast/answer.ts';
import { recastProgram } from './recast/program.ts';
import { MediaRefusal } from './refusal.ts';

const recordingTurn = createTurns({ atOnce: 2, waiting: 60 });

interface Recording extends Pick<RecastOrder, 'kind' | 'before' | 'tooLong'> {
  readonly path: string;
  readonly format: RecordingFormat;
}

/**
 * Remuxes a video or audio file into `folder`, in a child process with limits of time and memory. Rejects with
 * `MediaRefusal` when the file is at fault, and with `ApartInterrupted` when the process is.
 */
export async function remakeRecording({ path, ...given }: Recording, folder: string): Promise<PreparedFile> {
  const target = join(folder, randomUUID());
  const answers = await recordingTurn(() =>
    runApart(recastProgram, { ...given, source: path, target } satisfies RecastOrder),
  );
  // No valid recording needs that much time or memory, so the file counts as broken.
  if (answers === undefined) throw new MediaRefusal(400, 'messages.recordingBroken');
  const answer = recastAnswer.parse(JSON.parse(answers[0] ?? ''));
  if ('refused' in answer) throw new MediaRefusal(400, answer.refused);
  return { path: target, ...answer };
}
