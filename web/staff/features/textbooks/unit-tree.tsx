import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { paths } from '#web/paths.ts';
import { unitTitle } from '#web/staff/features/curriculum/breadcrumbs.tsx';
import { useDeleteLesson } from '#web/staff/features/lessons/use-delete-lesson.ts';
import { CreateLink } from '#web/staff/ui/lists/list-page.tsx';
import { EmptyList } from '#web/staff/ui/lists/list-states.tsx';
import type { LessonRowFragment } from '#web/staff/operations.generated.ts';
import { OrderedList } from '#web/staff/ui/ordering/ordered-list.tsx';
import { UnitNode } from './unit-node.tsx';
import { useOpenUnits } from './use-open-units.ts';
import { useUnitOrder } from './use-unit-order.ts';
import '#web/staff/features/curriculum/unit-tree.css';

interface UnitTreeProps {
  readonly textBookId: string;
  readonly units: readonly LessonRowFragment[];
  /** False while further units are on their way: an order needs all of them. */
  readonly whole: boolean;
  readonly onReload: () => Promise<unknown>;
  readonly onExport: (unit: LessonRowFragment) => void;
}

/** The units of a book, each to be opened, in an order that can be changed. */
export function UnitTree({ textBookId, units, whole, onReload, onExport }: UnitTreeProps) {
  const { t } = useTranslation('lessons');
  const { isOpen, toggle, openAll, closeAll } = useOpenUnits(units.map(({ id }) => id));
  const move = useUnitOrder(textBookId, onReload);
  const deleteLesson = useDeleteLesson();
  const add = <CreateLink to={paths.newLesson(textBookId)} text={t('addUnit')} />;
  const everyOpen = units.every(({ id }) => isOpen(id));
  return (
    <section className="panel unit-tree" aria-label={t('units')}>
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
        <OrderedList label={t('units')} rows={units} nameOf={unitTitle} onMove={move}>
          {(unit, controls) => (
            <UnitNode
              unit={unit}
              controls={whole && controls}
              isOpen={isOpen(unit.id)}
              onToggle={() => toggle(unit.id)}
              onExport={() => onExport(unit)}
              onDelete={() => void deleteLesson({ unit, textBookId })}
            />
          )}
        </OrderedList>
      )}
    </section>
  );
}
