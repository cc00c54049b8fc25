import { useTranslation } from 'react-i18next';
import { MultiFilter } from '#web/staff/ui/lists/multi-filter.tsx';
import type { QueueState } from '#web/staff/operations.generated.ts';
import { postKinds, type PostsControl } from './posts-control.ts';
import '#web/staff/ui/lists/filter.css';

interface StateFilterProps {
  readonly offered: readonly QueueState[];
  readonly control: PostsControl;
}

const stateWords = { PENDING: 'pending', REPORTED: 'reported', APPROVED: 'approved', HIDDEN: 'hidden' } as const;

export function StateFilter({ offered, control }: StateFilterProps) {
  const { t } = useTranslation('community');
  return (
    <MultiFilter
      label={t('filterState')}
      none={t('anyState')}
      choices={offered}
      wordOf={(state) => t(stateWords[state])}
      value={control.state.filters.state}
      onChange={(value) => control.setFilter('state', value)}
    />
  );
}

const kindWords = { RECORD: 'recordings', IMAGE: 'photos', VIDEO: 'videos' } as const;

export function KindFilter({ control }: { readonly control: PostsControl }) {
  const { t } = useTranslation('community');
  return (
    <MultiFilter
      label={t('filterKind')}
      none={t('anyKind')}
      choices={postKinds}
      wordOf={(kind) => t(kindWords[kind])}
      value={control.state.filters.kind}
      onChange={(value) => control.setFilter('kind', value)}
    />
  );
}
