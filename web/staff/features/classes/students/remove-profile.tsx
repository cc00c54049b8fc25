import { Checkbox } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAdmission } from '#web/staff/features/classes/admission/use-admission.ts';
import type { ClassProfileRowFragment } from '#web/staff/operations.generated.ts';
import { Confirm } from '#web/staff/ui/controls/confirm.tsx';

interface RemoveProfileProps {
  readonly classId: string;
  /** At least one. */
  readonly students: readonly Pick<ClassProfileRowFragment, 'id' | 'name'>[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onRemoved?: () => void;
}

/** Removes students from a class. The dialog explains which data stays, and whether the students can join again. */
export function RemoveProfile({ classId, students, isOpen, onClose, onRemoved }: RemoveProfileProps) {
  const { t } = useTranslation(['classes', 'common']);
  const [block, setBlock] = useState(false);
  const { remove, busy } = useAdmission(classId);
  const [first, ...others] = students;

  async function confirm(): Promise<void> {
    try {
      await remove({ profileIds: students.map(({ id }) => id), block });
      onRemoved?.();
    } catch {
      // The error link has shown the problem.
    }
    onClose();
  }

  return (
    <Confirm
      isOpen={isOpen}
      title={
        others.length > 0
          ? t('removeManyTitle', { count: students.length })
          : t('removeTitle', { name: first?.name ?? '' })
      }
      text={
        <>
          <p>{t('removeText')}</p>
          <p>{t('removeAgain')}</p>
          <Checkbox checked={block} onChange={() => setBlock(!block)} label={t('blockDevices')} />
        </>
      }
      confirmText={t('removeStudent')}
      cancelText={t('common.cancel')}
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
