import { Button, Dialog } from '@blueprintjs/core';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Animal, animalNamed } from '#web/shared/art/animals.tsx';
import { agoInWords } from '#web/shared/i18n/ago.ts';
import { networkOnly } from '#web/staff/platform/apollo/freshness.ts';
import { useRemovedStudentsQuery } from '#web/staff/operations.generated.ts';
import { useFocusAfterRemoval } from '#web/staff/ui/controls/use-focus-after-removal.ts';
import { useAdmission } from './use-admission.ts';
import '#web/staff/features/classes/changes/class-dialogs.css';
import '#web/staff/ui/controls/confirm.css';
import './admission.css';

interface RemovedStudentsDialogProps {
  readonly classId: string;
  readonly onClose: () => void;
}

/** The removed students of a class, each with a button to bring the student back. */
export function RemovedStudentsDialog({ classId, onClose }: RemovedStudentsDialogProps) {
  const { t, i18n } = useTranslation(['classes', 'common']);
  const titleId = useId();
  const root = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(root, 'li');
  const { data } = useRemovedStudentsQuery({ variables: { classId }, ...networkOnly });
  const { restore, busy } = useAdmission(classId);
  const items = data?.removedClassProfiles.items;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      containerRef={root}
      className="confirm class-dialog removed-students"
      aria-labelledby={titleId}
    >
      <h2 id={titleId}>{t('removedStudents')}</h2>
      <p>{t(items?.length === 0 ? 'noRemovedStudents' : 'removedStudentsText')}</p>
      <ul>
        {(items ?? []).map(({ id, name, animal, removedAt, blocked }) => (
          <li key={id}>
            <Animal name={animalNamed(animal)} size={32} />
            <strong>{name}</strong>
            <small>
              <time dateTime={removedAt}>{agoInWords(removedAt, i18n.language)}</time>
              {blocked && ` · ${t('blocked')}`}
            </small>
            <Button
              text={t('restoreStudent')}
              aria-label={t('restoreOne', { name })}
              disabled={busy}
              // The error link shows what was refused.
              onClick={() => void restore([id]).catch(() => undefined)}
            />
          </li>
        ))}
      </ul>
      <div className="confirm-buttons">
        <Button text={t('common.close')} onClick={onClose} />
      </div>
    </Dialog>
  );
}
