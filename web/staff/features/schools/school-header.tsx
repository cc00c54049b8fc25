import { Button } from '@blueprintjs/core';
import { Edit, MergeColumns } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { SchoolDetailFragment } from '#web/staff/operations.generated.ts';
import { useMayManageSchools } from './may-manage-schools.ts';
import { MergeSchool } from './merge-school.tsx';

interface SchoolHeaderProps {
  readonly found: SchoolDetailFragment;
  readonly editing: boolean;
}

/** The school's name and its actions. */
export function SchoolHeader({ found, editing }: SchoolHeaderProps) {
  const { t } = useTranslation('schools');
  const [, setSearch] = useSearchParams();
  const [merging, setMerging] = useState(false);
  const mayManage = useMayManageSchools();
  const { name } = found;
  return (
    <header className="page-header">
      <h1>{editing ? t('editing', { name }) : name}</h1>
      {!editing && (
        <div className="page-actions">
          {mayManage && <Button icon={<MergeColumns />} text={t('merge')} onClick={() => setMerging(true)} />}
          <Button icon={<Edit />} text={t('rename')} onClick={() => setSearch({ edit: '' })} />
        </div>
      )}
      {merging && <MergeSchool into={found} onClose={() => setMerging(false)} />}
    </header>
  );
}
