import { Button } from '@blueprintjs/core';
import { Export } from '@blueprintjs/icons';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textOfFile } from '#web/staff/features/classes/roster/read-cells.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { csvBlob, downloadMade } from '#web/staff/ui/controls/download.ts';
import { TableFileButton } from '#web/staff/ui/forms/table-file-button.tsx';
import { useFileDrop } from '#web/staff/ui/forms/use-file-drop.ts';
import type { SchoolYearTurnPlanFragment } from '#web/staff/operations.generated.ts';
import { readPlacement, writePlacement, type Placement } from './read-placement.ts';
import type { Place } from './turn-draft.ts';
import type { TurnedStudent } from './use-turn-plan.ts';

interface PlacementFileProps {
  readonly plan: SchoolYearTurnPlanFragment;
  readonly placeOf: (student: TurnedStudent) => Place;
  readonly onRead: (places: Placement['places']) => void;
}

/** Saves the placement as a table for spreadsheets and reads the table again. Lists unreadable lines by number. */
export function PlacementFile({ plan, placeOf, onRead }: PlacementFileProps) {
  const { t } = useTranslation('school-year');
  const place = useRef<HTMLDivElement>(null);
  const [problems, setProblems] = useState<Placement['problems']>([]);
  const over = useFileDrop(place, ([dropped]) => dropped && void read(dropped));

  async function read(chosen: File): Promise<void> {
    try {
      const found = readPlacement(await textOfFile(chosen), plan);
      setProblems(found.problems);
      onRead(found.places);
      showToast({ message: t('fileRead', { count: Object.keys(found.places).length }), severity: 'success' });
    } catch {
      showToast({ message: t('fileUnreadable'), severity: 'error' });
    }
  }

  function save(): void {
    const headings = [t('columnNumber'), t('columnName'), t('columnOld'), t('columnNew'), t('columnNewNumber')];
    downloadMade(csvBlob(writePlacement(plan, headings, placeOf)), 'next-year.csv');
  }

  return (
    <div ref={place} className={over ? 'turn-file is-over' : 'turn-file'}>
      <p>{t('fileText')}</p>
      <div className="turn-file-buttons">
        <Button icon={<Export />} text={t('saveFile')} onClick={save} />
        <TableFileButton text={t('chooseFile')} onFile={(file) => void read(file)} />
      </div>
      {problems.length > 0 && (
        <div role="alert">
          <p>{t('fileProblems', { count: problems.length })}</p>
          <ul>
            {problems.map(({ line, problem, text }) => (
              <li key={line}>{t(problem, { line, text })}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
