import { useUpload, type Upload } from '#web/shared/uploads/use-upload.ts';
import { ownProblems } from '#web/staff/apollo/problem-link.ts';
import { UploadSoundDocument, type UploadSoundMutation } from '#web/staff/operations.generated.ts';

export type SoundUpload = Upload<UploadSoundMutation>;

/** Sends one sound for teaching. */
export const useSoundUpload = (): SoundUpload =>
  useUpload<UploadSoundMutation>({ mutation: UploadSoundDocument, variable: 'file', ...ownProblems });
