import { problemOf } from '#web/shared/apollo/problem.ts';
import { bearer, studentClient } from '#web/student/platform/apollo/student-client.ts';
import {
  SentPostsDocument,
  WorkStatusDocument,
  type SentPostsQuery,
  type WorkStatusQuery,
} from '#web/student/platform/sending/sending.lazy.generated.ts';
import { isTemporary } from './send-problem.ts';

/** The outcome of a work that the server has received. */
export type Outcome =
  | { readonly kind: 'ready'; readonly shown: boolean }
  | { readonly kind: 'rejected'; readonly messageKey: string | null };

export interface Followed {
  readonly requestId: string;
  readonly classHashCode: string;
  /** The token of the child who made the work, who may not be the active profile. */
  readonly token: string;
  readonly signal: AbortSignal;
}

/** Milliseconds between two polls. */
const pause = 1500;

/** Polls until the server has accepted or refused the work. A network that fails only prolongs the polling. */
export async function followUpload({ requestId, signal, ...wall }: Followed): Promise<Outcome | undefined> {
  while (!signal.aborted) {
    const status = await statusOf(requestId, wall);
    if (status === 'unknown') return { kind: 'rejected', messageKey: null };
    if (status?.state === 'REJECTED') return { kind: 'rejected', messageKey: status.messageKey };
    // The post exists even when the wall cannot be loaded.
    if (status?.state === 'READY')
      return { kind: 'ready', shown: await isShown(status.postId, wall).catch(() => false) };
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return undefined;
}

/** The current status of a request; undefined after a temporary failure. Rejects when polling is pointless. */
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
    if (problem.status === 403 || problem.status === 404) return 'unknown';
    if (isTemporary(problem)) return undefined;
    throw error;
  }
}

/** Whether the post is on the wall; otherwise the teacher reviews it first. */
async function isShown(postId: string | null, wall: Pick<Followed, 'classHashCode' | 'token'>): Promise<boolean> {
  const { data } = await studentClient.query<SentPostsQuery>({
    query: SentPostsDocument,
    variables: { classHashCode: wall.classHashCode },
    ...asThatChild(wall),
  });
  return data?.communityPosts.find(({ id }) => id === postId)?.moderationState === 'APPROVED';
}

/** Bypasses the cache, which belongs to the active profile: which posts await review differs from child to child. */
const asThatChild = ({ token }: Pick<Followed, 'token'>) => ({
  fetchPolicy: 'no-cache' as const,
  context: { headers: bearer(token) },
});
