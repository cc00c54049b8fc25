import { useTranslation } from 'react-i18next';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { LeaveGuard } from '#web/staff/ui/forms/leave-guard.tsx';
import { ModeratedPosts } from './moderated-posts.tsx';
import { OrderSelect } from '#web/staff/features/community/order-select.tsx';
import { StateFilter } from '#web/staff/features/community/post-filters.tsx';
import { waitingStates } from '#web/staff/features/community/post-state.ts';
import { questionOf, usePostsControl } from '#web/staff/features/community/posts-control.ts';

export const loader = words('community', 'lists', 'forms');

/** The posts that wait for the user in all of the user's classes: for approval, or for a look at a report. */
export function Component() {
  const { t } = useTranslation('community');
  useTitle(t('queueTitle'));
  const control = usePostsControl('queue');
  const { states, variables } = questionOf(control, { offered: waitingStates, usual: waitingStates });
  return (
    <>
      <LeaveGuard />
      <header className="page-header">
        <h1>{t('queueTitle')}</h1>
      </header>
      <ModeratedPosts
        label={t('queueTitle')}
        states={states}
        variables={variables}
        control={control}
        withClass
        filters={
          <>
            <StateFilter offered={waitingStates} control={control} />
            <OrderSelect control={control} />
          </>
        }
        empty={{ title: t('emptyQueueTitle'), text: t('emptyQueueText') }}
      />
    </>
  );
}
