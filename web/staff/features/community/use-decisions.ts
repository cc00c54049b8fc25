import { useTranslation } from 'react-i18next';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { forgetList } from '#web/staff/platform/apollo/cache.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import {
  useApproveCommunityPostsMutation,
  useDeleteCommunityPostMutation,
  useResolveCommunityReportsMutation,
  useRestoreCommunityPostMutation,
  useSetCommunityPostStateMutation,
  type ModerationState,
  type QueuedPostFragment,
} from '#web/staff/operations.generated.ts';
import { toastProblem } from '#web/staff/platform/toasts/problem-toast.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { forgetPost, noteDecision } from './post-cache.ts';

/** What staff can decide about a post. Each keeps the badge right, and each but a report's answer can be taken back. */
export interface Decisions {
  readonly setState: (post: QueuedPostFragment, state: ModerationState) => Promise<void>;
  readonly keep: (post: QueuedPostFragment) => Promise<void>;
  readonly remove: (post: QueuedPostFragment) => Promise<void>;
  readonly approveAll: (posts: readonly QueuedPostFragment[]) => Promise<void>;
}

const doneWords = { APPROVED: 'wasApproved', HIDDEN: 'wasHidden', PENDING: 'waitsAgain' } as const;

/** Sends a decision and shows a toast. `reload` fetches the list again when other posts may have moved into it. */
export function useDecisions(reload: () => void): Decisions {
  const { t } = useTranslation('community');
  const [send] = useSetCommunityPostStateMutation(ownProblems);
  const [resolve] = useResolveCommunityReportsMutation(ownProblems);
  const [deletePost] = useDeleteCommunityPostMutation(ownProblems);
  const [restore] = useRestoreCommunityPostMutation(ownProblems);
  const [approve] = useApproveCommunityPostsMutation(ownProblems);

  async function set(post: QueuedPostFragment, state: ModerationState) {
    const { id, version } = post;
    const { data } = await send({
      variables: { input: { id, version, state } },
      update: (cache, answer) => answer.data && noteDecision(cache, post, answer.data.setCommunityPostState),
    });
    return data?.setCommunityPostState;
  }

  /** Another user decided first: the list shows that decision. */
  async function attempt(what: () => Promise<void>): Promise<void> {
    try {
      await what();
    } catch (error) {
      const problem = problemOf(error);
      toastProblem(problem);
      if (problem.status === 409 || problem.status === 404) reload();
    }
  }

  return {
    setState: (post, state) =>
      attempt(async () => {
        const before = post.state;
        const after = await set(post, state);
        if (!after) return;
        toastUndo({
          message: t(doneWords[state], { name: post.displayName }),
          undo: async () => {
            await set(after, before);
            // Another may have taken its place in the list meanwhile.
            reload();
          },
        });
      }),
    keep: (post) =>
      attempt(async () => {
        await resolve({
          variables: { id: post.id },
          update: (cache, { data }) => data && noteDecision(cache, post, data.resolveCommunityReports),
        });
        showToast({ message: t('reportsAnswered'), severity: 'success' });
      }),
    remove: (post) =>
      attempt(async () => {
        const { id, displayName: name } = post;
        await deletePost({
          variables: { id },
          update: (cache) => {
            noteDecision(cache, post, null);
            forgetPost(cache, post);
          },
        });
        toastUndo({
          message: t('wasDeleted', { name }),
          undo: async () => {
            await restore({
              variables: { id },
              update: (cache) => {
                noteDecision(cache, null, post);
                forgetList(cache, 'communityQueue');
              },
            });
          },
        });
      }),
    approveAll: (posts) =>
      attempt(async () => {
        const waiting = posts.filter(({ state }) => state === 'PENDING');
        const { data } = await approve({
          variables: { ids: waiting.map(({ id }) => id) },
          // Who made room for the next page of the queue is asked for with it.
          update: (cache) => forgetList(cache, 'communityQueue', 'communityWaiting'),
        });
        const count = data?.approveCommunityPosts.filter(({ messageKey }) => messageKey === null).length ?? 0;
        showToast({ message: t('allApproved', { count }), severity: 'success' });
      }),
  };
}
