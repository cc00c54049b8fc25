import { Button } from '@blueprintjs/core';
import { History, Remove } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RemoveSinceDialog } from './remove-since-dialog.tsx';
import { RemovedStudentsDialog } from './removed-students-dialog.tsx';
import './admission.css';

/** Further actions on a class's students: remove all who joined since a day, restore removed students. */
export function StudentsMore({ classId }: { readonly classId: string }) {
  const { t } = useTranslation('classes');
  const [open, setOpen] = useState<'since' | 'removed'>();
  const close = () => setOpen(undefined);
  return (
    <div className="students-more">
      <Button variant="minimal" icon={<Remove />} text={t('removeSince')} onClick={() => setOpen('since')} />
      <Button variant="minimal" icon={<History />} text={t('removedStudents')} onClick={() => setOpen('removed')} />
      {open === 'since' && <RemoveSinceDialog classId={classId} onClose={close} />}
      {open === 'removed' && <RemovedStudentsDialog classId={classId} onClose={close} />}
    </div>
  );
}
