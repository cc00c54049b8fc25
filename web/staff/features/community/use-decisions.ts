import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
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

/** The decisions about posts. Each updates the badge. Changing the state of one post and deleting a post offer Undo. */
export interface Decisions {
  readonly setState: (post: QueuedPostFragment, state: ModerationState) => Promise<void>;
  readonly keep: (post: QueuedPostFragment) => Promise<void>;
  readonly remove: (post: QueuedPostFragment) => Promise<void>;
  readonly approveAll: (posts: readonly QueuedPostFragment[]) => Promise<void>;
}

const doneWords = { APPROVED: 'wasApproved', HIDDEN: 'wasHidden', PENDING: 'waitsAgain' } as const;

interface DecisionsOptions {
  /** Called when a post was deleted. */
  readonly onRemoved: (post: QueuedPostFragment) => void;
}

/** Sends a decision and shows a toast. A post whose decision is not answered yet ignores further decisions. */
export function useDecisions({ onRemoved }: DecisionsOptions): Decisions {
  const { t } = useTranslation('community');
  const [send] = useSetCommunityPostStateMutation(ownProblems);
  const [resolve] = useResolveCommunityReportsMutation(ownProblems);
  const [deletePost] = useDeleteCommunityPostMutation(ownProblems);
  const [restore] = useRestoreCommunityPostMutation(ownProblems);
  const [approve] = useApproveCommunityPostsMutation(ownProblems);
  const [underWay] = useState(() => new Set<string>());

  async function set(post: QueuedPostFragment, state: ModerationState, { undo = false } = {}) {
    const { id, version } = post;
    const { data } = await send({ variables: { input: { id, version, state, undo } } });
    return data && unmask<QueuedPostFragment>(data.setCommunityPostState);
  }

  // A second press would send the version that the first decision has already changed, and be refused as a conflict.
  async function attempt(posts: readonly QueuedPostFragment[], what: (ids: string[]) => Promise<void>): Promise<void> {
    const ids = posts.map(({ id }) => id).filter((id) => !underWay.has(id));
    if (ids.length === 0) return;
    ids.forEach((id) => underWay.add(id));
    try {
      await what(ids);
    } catch (error) {
      toastProblem(problemOf(error));
    } finally {
      ids.forEach((id) => underWay.delete(id));
    }
  }

  return {
    setState: (post, state) =>
      attempt([post], async () => {
        const before = post.state;
        const after = await set(post, state);
        if (!after) return;
        toastUndo({
          message: t(doneWords[state], { name: post.displayName }),
          undo: async () => void (await set(after, before, { undo: true })),
        });
      }),
    keep: (post) =>
      attempt([post], async () => {
        // A report that came later stays open, because the teacher has not read it.
        const reportIds = post.reports.map(({ id }) => id);
        const { data } = await resolve({ variables: { id: post.id, reportIds } });
        if (!data) return;
        const left = unmask<QueuedPostFragment>(data.resolveCommunityReports).reports.length;
        if (left > 0) showToast({ message: t('reportedAgain') });
        else showToast({ message: t('reportsAnswered'), severity: 'success' });
      }),
    remove: (post) =>
      attempt([post], async () => {
        const { id, displayName: name } = post;
        await deletePost({ variables: { id } });
        onRemoved(post);
        toastUndo({
          message: t('wasDeleted', { name }),
          undo: async () => void (await restore({ variables: { id } })),
        });
      }),
    approveAll: (posts) =>
      attempt(
        posts.filter(({ state }) => state === 'PENDING'),
        async (ids) => {
          const { data } = await approve({ variables: { ids } });
          const count = data?.approveCommunityPosts.filter(({ messageKey }) => messageKey === null).length ?? 0;
          showToast({ message: t('allApproved', { count }), severity: 'success' });
        },
      ),
  };
}
