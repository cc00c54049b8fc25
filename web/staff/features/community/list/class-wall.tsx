import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { words } from '#web/shared/i18n/words.ts';
import { ClassFrame } from '#web/staff/features/classes/detail/class-frame.tsx';
import { useClassBookUnitsQuery } from '#web/staff/operations.generated.ts';
import { LeaveGuard } from '#web/staff/ui/forms/leave-guard.tsx';
import { Select } from '#web/staff/ui/controls/select.tsx';
import { ModeratedPosts } from './moderated-posts.tsx';
import { OrderSelect } from '#web/staff/features/community/order-select.tsx';
import { StateFilter } from '#web/staff/features/community/post-filters.tsx';
import { queueStates } from '#web/staff/features/community/post-state.ts';
import { questionOf, usePostsControl, type PostsControl } from '#web/staff/features/community/posts-control.ts';

export const loader = words('classes', 'community', 'lists', 'forms');

/** A class's wall for staff: posts in every state, with filters for state and unit. */
export function Component() {
  const { t } = useTranslation('community');
  const { id = '' } = useParams();
  const control = usePostsControl('wall');
  const { states, variables } = questionOf(control, { classId: id, offered: queueStates, usual: [] });
  return (
    <ClassFrame id={id} part={t('wall')}>
      {(found) => (
        <>
          <LeaveGuard />
          <ModeratedPosts
            label={t('wall')}
            states={states}
            variables={variables}
            control={control}
            withClass={false}
            filters={
              <>
                <StateFilter offered={queueStates} control={control} />
                <UnitFilter classHashCode={found.classHashCode} control={control} />
                <OrderSelect control={control} />
              </>
            }
            empty={{ title: t('emptyWallTitle'), text: t('emptyWallText') }}
          />
        </>
      )}
    </ClassFrame>
  );
}

interface UnitFilterProps {
  readonly classHashCode: string;
  readonly control: PostsControl;
}

function UnitFilter({ classHashCode, control }: UnitFilterProps) {
  const { t } = useTranslation('community');
  const { data } = useClassBookUnitsQuery({ variables: { classHashCode } });
  return (
    <Select
      className="filter"
      aria-label={t('filterUnit')}
      value={control.state.filters.unit ?? ''}
      onChange={(event) => control.setFilter('unit', event.target.value || null)}
      options={[
        { value: '', label: t('anyUnit') },
        ...(data?.classUnits ?? []).map(({ id, number, name }) => ({ value: id, label: t('unit', { number, name }) })),
      ]}
    />
  );
}
