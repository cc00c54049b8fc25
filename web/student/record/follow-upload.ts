import { problemOf } from '#web/shared/apollo/problem.ts';
import { studentClient } from '#web/student/apollo/student-client.ts';
import {
  RecordingPostsDocument,
  RecordingStatusDocument,
  type RecordingPostsQuery,
  type RecordingStatusQuery,
} from '#web/student/operations.generated.ts';

/** What came of a recording that the server has. */
export type Outcome =
  | { readonly kind: 'ready'; readonly shown: boolean }
  | { readonly kind: 'rejected'; readonly messageKey: string | null };

interface Followed {
  readonly requestId: string;
  readonly classHashCode: string;
  readonly lessonHashCode: string;
  readonly signal: AbortSignal;
}

/** Milliseconds between two questions. */
const pause = 1500;

/** Asks until the server has decoded the recording or refused it; a network that comes and goes only makes it longer. */
export async function followUpload({ requestId, signal, ...wall }: Followed): Promise<Outcome | undefined> {
  while (!signal.aborted) {
    try {
      const { data } = await studentClient.query<RecordingStatusQuery>({
        query: RecordingStatusDocument,
        variables: { requestId },
        fetchPolicy: 'network-only',
      });
      const status = data?.mediaStatus;
      if (status?.state === 'REJECTED') return { kind: 'rejected', messageKey: status.messageKey };
      if (status?.state === 'READY') return { kind: 'ready', shown: await isShown(status.postId, wall) };
    } catch (error) {
      const { status } = problemOf(error);
      // The server knows nothing of it any more.
      if (status >= 400 && status < 500 && status !== 429) return { kind: 'rejected', messageKey: null };
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return undefined;
}

/** Whether everybody sees the post already, or the teacher decides first. */
async function isShown(postId: string | null, wall: Pick<Followed, 'classHashCode' | 'lessonHashCode'>) {
  const { data } = await studentClient.query<RecordingPostsQuery>({
    query: RecordingPostsDocument,
    variables: wall,
    fetchPolicy: 'network-only',
  });
  return data?.communityPosts.find(({ id }) => id === postId)?.state === 'SHOWN';
}
