import { problemOf } from '#web/shared/apollo/problem.ts';
import { bearer, studentClient } from '#web/student/apollo/student-client.ts';
import {
  SentPostsDocument,
  WorkStatusDocument,
  type SentPostsQuery,
  type WorkStatusQuery,
} from '#web/student/operations.generated.ts';

/** What came of a work that the server has. */
export type Outcome =
  | { readonly kind: 'ready'; readonly shown: boolean }
  | { readonly kind: 'rejected'; readonly messageKey: string | null };

export interface Followed {
  readonly requestId: string;
  readonly classHashCode: string;
  /** Of the child whose work it is, who need not be the one at the device now. */
  readonly token: string;
  readonly signal: AbortSignal;
}

/** Milliseconds between two questions. */
const pause = 1500;

/** Asks until the server has made the work ready or refused it; a network that comes and goes only makes it longer. */
export async function followUpload({ requestId, signal, ...wall }: Followed): Promise<Outcome | undefined> {
  while (!signal.aborted) {
    try {
      const { data } = await studentClient.query<WorkStatusQuery>({
        query: WorkStatusDocument,
        variables: { requestId },
        ...asThatChild(wall),
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
async function isShown(postId: string | null, wall: Pick<Followed, 'classHashCode' | 'token'>): Promise<boolean> {
  const { data } = await studentClient.query<SentPostsQuery>({
    query: SentPostsDocument,
    variables: { classHashCode: wall.classHashCode },
    ...asThatChild(wall),
  });
  return data?.communityPosts.find(({ id }) => id === postId)?.state === 'SHOWN';
}

/** The cache is the active child's: whose posts wait differs from child to child. */
const asThatChild = ({ token }: Pick<Followed, 'token'>) => ({
  fetchPolicy: 'no-cache' as const,
  context: { headers: bearer(token) },
});
