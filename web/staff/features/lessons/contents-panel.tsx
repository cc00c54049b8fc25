import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/paths.ts';
import { FoundContents } from '#web/staff/features/contents/in-unit/found-contents.tsx';
import { UnitContents } from '#web/staff/features/contents/in-unit/unit-contents.tsx';
import type { ContentSortField, LessonDetailFragment } from '#web/staff/operations.generated.ts';
import { useFocusAfterRemoval } from '#web/staff/ui/controls/use-focus-after-removal.ts';
import { CreateLink } from '#web/staff/ui/lists/list-page.tsx';
import type { ListShape } from '#web/staff/ui/lists/list-state.ts';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import { isInPlainOrder, OrderTools } from '#web/staff/ui/ordering/order-tools.tsx';

const shape: ListShape<ContentSortField, never> = {
  sortFields: ['ORDER', 'PAGE_NUMBER', 'NAME', 'TYPE'],
  defaultSort: { field: 'ORDER', direction: 'ASC' },
  filters: [],
};

interface ContentsPanelProps {
  readonly unit: LessonDetailFragment;
  /** Without contents there is nothing to search. */
  readonly empty: boolean;
}

/** The contents of a unit: in an order that can be changed, searched, or sorted. */
export function ContentsPanel({ unit, empty }: ContentsPanelProps) {
  const { t } = useTranslation('lessons');
  const control = useListState(shape);
  const root = useRef<HTMLElement>(null);
  useFocusAfterRemoval(root, '.ordered-list > li');
  return (
    <section ref={root} className="panel unit-tree" aria-label={t('contents')}>
      <header>
        <h2>{t('contents')}</h2>
        <CreateLink to={paths.newContent(unit.id)} text={t('addContent')} />
      </header>
      {!empty && (
        <OrderTools
          searchLabel={t('searchContents')}
          sorts={[
            ['ORDER', t('order')],
            ['PAGE_NUMBER', t('pageNumber')],
            ['NAME', t('contentName')],
            ['TYPE', t('contentType')],
          ]}
          control={control}
        />
      )}
      {empty || isInPlainOrder(control) ? (
        <UnitContents unit={unit} />
      ) : (
        <FoundContents unit={unit} control={control} />
      )}
    </section>
  );
}
