import { useTranslation } from 'react-i18next';
import { ModeratedPosts } from '#web/staff/features/community/list/moderated-posts.tsx';
import { OrderSelect } from '#web/staff/features/community/order-select.tsx';
import { KindFilter, StateFilter } from '#web/staff/features/community/post-filters.tsx';
import { queueStates } from '#web/staff/features/community/post-state.ts';
import { questionOf, usePostsControl } from '#web/staff/features/community/posts-control.ts';

interface StudentWorksProps {
  readonly classId: string;
  readonly profileId: string;
}

/** A student's posts on the class's wall in every state, one after another. */
export function StudentWorks({ classId, profileId }: StudentWorksProps) {
  const { t } = useTranslation('classes');
  const control = usePostsControl('wall');
  const { states, variables } = questionOf(control, {
    classId,
    studentId: profileId,
    offered: queueStates,
    usual: [],
  });
  return (
    <ModeratedPosts
      label={t('posts')}
      states={states}
      variables={variables}
      control={control}
      withClass={false}
      filters={
        <>
          <KindFilter control={control} />
          <StateFilter offered={queueStates} control={control} />
          <OrderSelect control={control} />
        </>
      }
      empty={{ title: t('noWorksTitle'), text: t('noWorksText') }}
    />
  );
}
