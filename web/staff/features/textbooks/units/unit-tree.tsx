import { Button } from '@blueprintjs/core';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/paths.ts';
import { unitTitle } from '#web/staff/features/curriculum/breadcrumbs.tsx';
import { useDeleteLesson } from '#web/staff/features/lessons/use-delete-lesson.ts';
import { useFocusAfterRemoval } from '#web/staff/ui/controls/use-focus-after-removal.ts';
import { CreateLink } from '#web/staff/ui/lists/list-page.tsx';
import { EmptyList } from '#web/staff/ui/lists/list-states.tsx';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import type { ListShape } from '#web/staff/ui/lists/list-state.ts';
import type { LessonRowFragment, LessonSortField } from '#web/staff/operations.generated.ts';
import { isInPlainOrder, OrderTools } from '#web/staff/ui/ordering/order-tools.tsx';
import { OrderedList } from '#web/staff/ui/ordering/ordered-list.tsx';
import { FoundUnits } from './found-units.tsx';
import { UnitNode } from './unit-node.tsx';
import { useOpenUnits } from './use-open-units.ts';
import { useUnitOrder } from './use-unit-order.ts';
import '#web/staff/features/curriculum/unit-tree.css';

interface UnitTreeProps {
  readonly textBookId: string;
  readonly units: readonly LessonRowFragment[];
  /** False while further units are loading. Reordering needs all units. */
  readonly whole: boolean;
  readonly onReload: () => Promise<unknown>;
  readonly onExport: (unit: LessonRowFragment) => void;
}

const shape: ListShape<LessonSortField, never> = {
  sortFields: ['ORDER', 'NUMBER', 'TITLE', 'NAME', 'CONTENT_COUNT'],
  defaultSort: { field: 'ORDER', direction: 'ASC' },
  filters: [],
  kept: ['open'],
};

/** The units of a textbook, which users can open and reorder. */
export function UnitTree({ textBookId, units, whole, onReload, onExport }: UnitTreeProps) {
  const { t } = useTranslation('lessons');
  const { isOpen, toggle, openAll, closeAll } = useOpenUnits(units.map(({ id }) => id));
  const control = useListState(shape);
  const root = useRef<HTMLElement>(null);
  useFocusAfterRemoval(root, '.ordered-list > li');
  const move = useUnitOrder(textBookId, onReload);
  const { remove, question } = useDeleteLesson();
  const add = <CreateLink to={paths.newLesson(textBookId)} text={t('addUnit')} />;
  const node = (unit: LessonRowFragment, controls: ReactNode) => (
    <UnitNode
      unit={unit}
      controls={controls}
      isOpen={isOpen(unit.id)}
      onToggle={() => toggle(unit.id)}
      onExport={() => onExport(unit)}
      onDelete={() => void remove({ unit, textBookId })}
    />
  );
  const everyOpen = units.every(({ id }) => isOpen(id));
  return (
    <section ref={root} className="panel unit-tree" aria-label={t('units')}>
      <header>
        <h2>{t('units')}</h2>
        {units.length > 0 && (
          <>
            <Button
              variant="minimal"
              text={t(everyOpen ? 'closeAll' : 'openAll')}
              onClick={everyOpen ? closeAll : openAll}
            />
            {add}
          </>
        )}
      </header>
      {units.length === 0 ? (
        <EmptyList title={t('noUnitsTitle')} text={t('noUnitsText')}>
          {add}
        </EmptyList>
      ) : (
        <>
          <OrderTools
            searchLabel={t('searchUnits')}
            sorts={[
              ['ORDER', t('order')],
              ['NUMBER', t('number')],
              ['TITLE', t('titleField')],
              ['NAME', t('name')],
              ['CONTENT_COUNT', t('contentCount')],
            ]}
            control={control}
          />
          {isInPlainOrder(control) ? (
            <OrderedList label={t('units')} rows={units} nameOf={unitTitle} onMove={move}>
              {(unit, controls) => node(unit, whole && controls)}
            </OrderedList>
          ) : (
            <FoundUnits textBookId={textBookId} control={control}>
              {(unit) => node(unit, null)}
            </FoundUnits>
          )}
        </>
      )}
      {question}
    </section>
  );
}
