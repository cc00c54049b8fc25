import { problemOf } from '#web/shared/apollo/problem.ts';
import { bearer, studentClient } from '#web/student/platform/apollo/student-client.ts';
import {
  SentPostsDocument,
  WorkStatusDocument,
  type SentPostsQuery,
  type WorkStatusQuery,
} from '#web/student/operations.generated.ts';
import { passes } from './send-words.ts';

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
    const status = await statusOf(requestId, wall);
    if (status === 'unknown') return { kind: 'rejected', messageKey: null };
    if (status?.state === 'REJECTED') return { kind: 'rejected', messageKey: status.messageKey };
    // It is there, whatever the wall answers.
    if (status?.state === 'READY')
      return { kind: 'ready', shown: await isShown(status.postId, wall).catch(() => false) };
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return undefined;
}

/** What the server says of a request now; undefined when it could not be asked, and rejects when asking is of no use. */
async function statusOf(requestId: string, wall: Pick<Followed, 'token'>) {
  try {
    const { data } = await studentClient.query<WorkStatusQuery>({
      query: WorkStatusDocument,
      variables: { requestId },
      ...asThatChild(wall),
    });
    return data?.mediaStatus;
  } catch (error) {
    const problem = problemOf(error);
    if ([401, 403, 404].includes(problem.status)) return 'unknown';
    if (passes(problem)) return undefined;
    throw error;
  }
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
