import { useTranslation } from 'react-i18next';
import { TextBookFilter } from '#web/staff/features/curriculum/textbook-filter.tsx';
import type { BrokenLinkSortField, LinkKind } from '#web/staff/operations.generated.ts';
import { MultiFilter } from '#web/staff/ui/lists/multi-filter.tsx';
import type { ListControl } from '#web/staff/ui/lists/use-list-state.ts';

export type BrokenLinkFilterName = 'textbook' | 'kind';

export const linkKinds: readonly LinkKind[] = ['VIDEO', 'GAME', 'PICTURE', 'SOUND', 'ITEM_SOUND', 'COVER'];

interface BrokenLinkFiltersProps {
  readonly control: ListControl<BrokenLinkSortField, BrokenLinkFilterName>;
}

/** Filters by textbook and by what is broken; each is in the URL. */
export function BrokenLinkFilters({ control }: BrokenLinkFiltersProps) {
  const { t } = useTranslation('link-health');
  const { filters } = control.state;
  return (
    <>
      <TextBookFilter
        label={t('filterTextBook')}
        none={t('anyTextBook')}
        value={filters.textbook}
        onPick={(book) => control.setFilter('textbook', book)}
      />
      <MultiFilter
        label={t('filterKind')}
        none={t('anyKind')}
        choices={linkKinds}
        wordOf={(kind) => t(`kind-${kind}`)}
        value={filters.kind}
        onChange={(value) => control.setFilter('kind', value)}
      />
    </>
  );
}
