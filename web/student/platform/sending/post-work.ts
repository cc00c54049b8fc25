import type { DocumentNode } from 'graphql';
import type { UploadOptions } from '#web/shared/uploads/upload-options.ts';
import { bearer, studentClient } from '#web/student/platform/apollo/student-client.ts';
import {
  SendFilmDocument,
  SendPictureDocument,
  SendRecordingDocument,
  type SendFilmMutation,
  type SendPictureMutation,
  type SendRecordingMutation,
} from '#web/student/platform/sending/sending.lazy.generated.ts';
import type { Work } from './work.ts';

type Sent = Partial<SendRecordingMutation & SendPictureMutation & SendFilmMutation>;

interface Posted extends Pick<UploadOptions, 'onProgress' | 'signal'> {
  readonly work: Work;
  readonly token: string;
}

/** Uploads a work in the name of the child who made it; resolves with the request's id. */
export async function postWork({ work, token, ...watched }: Posted): Promise<string> {
  const { mutation, input, files } = operationOf(work);
  const fetchOptions: UploadOptions = { files, ...watched };
  const nothingYet = Object.fromEntries(Object.keys(files).map((name) => [name, null]));
  const { data } = await studentClient.mutate<Sent>({
    mutation,
    variables: { input: { studentId: work.profileId, clientId: work.clientId, ...input }, ...nothingYet },
    context: { headers: bearer(token), fetchOptions },
  });
  const request = data?.uploadCommunityRecord ?? data?.uploadCommunityImage ?? data?.uploadCommunityVideo;
  if (!request) throw new Error('The server has not said that it took the work');
  return request.requestId;
}

interface Operation {
  readonly mutation: DocumentNode;
  readonly input: Readonly<Record<string, string | null>>;
  readonly files: UploadOptions['files'];
}

function operationOf(work: Work): Operation {
  if (work.kind === 'record') {
    const { classHashCode, lessonHashCode, contentHashCode, bytes } = work;
    const file = new File([bytes], 'recording.mp3', { type: 'audio/mpeg' });
    return {
      mutation: SendRecordingDocument,
      input: { classHashCode, lessonHashCode, contentHashCode },
      files: { file },
    };
  }
  const { kind, classId, lessonId, title, type, bytes, thumbnail } = work;
  const whole = new File([bytes], `${kind}.${type.split('/').at(-1) ?? ''}`, { type });
  const small = thumbnail && { thumbnail: new File([thumbnail], 'small.jpg', { type: 'image/jpeg' }) };
  return {
    mutation: kind === 'image' ? SendPictureDocument : SendFilmDocument,
    input: { classId, lessonId, title },
    files: { [kind]: whole, ...small },
  };
}
