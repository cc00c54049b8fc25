import { cutText } from '#schema/rules/cut-text.ts';
import { fileMaximum } from '#schema/rules/files.ts';
import { useUpload, type Upload } from '#web/staff/platform/uploads/use-upload.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { UploadSoundDocument, type UploadSoundMutation } from '#web/staff/operations.generated.ts';

/** The file types that the file dialog offers. Some systems report a video type for sounds in WebM or MP4. */
export const soundTypes = 'audio/*,.mp3,.m4a,.ogg,.oga,.webm,.weba,.wav';

interface SoundRefusal {
  readonly status: 413 | 415;
  readonly messageKey: string;
  readonly cancelled: false;
}

/** The reason to refuse a sound before the upload. The server also checks the file's content. */
export function refusalOfSound({ type, size }: Pick<File, 'type' | 'size'>): SoundRefusal | undefined {
  if (!/^(audio\/|video\/|application\/ogg$|$)/.test(type))
    return { status: 415, messageKey: 'messages.audioTypeNotAllowed', cancelled: false };
  if (size > fileMaximum) return { status: 413, messageKey: 'messages.fileTooLarge', cancelled: false };
  return undefined;
}

/** Makes a sound's name from its file name: `03_good-morning.mp3` gives "03 good-morning". */
export const nameOfFile = (fileName: string): string =>
  cutText(
    fileName
      .replace(/\.[^.]*$/, '')
      .replaceAll('_', ' ')
      .trim(),
    200,
  );

export type SoundUpload = Upload<UploadSoundMutation>;

/** Sends one sound for teaching. */
export const useSoundUpload = (): SoundUpload =>
  useUpload<UploadSoundMutation>({ mutation: UploadSoundDocument, variable: 'file', ...ownProblems });
