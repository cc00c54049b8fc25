import { Button } from '@blueprintjs/core';
import { Cog, Edit, MergeColumns } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
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
  const navigate = useNavigate();
  const [merging, setMerging] = useState(false);
  const mayManage = useMayManageSchools();
  const { id, name } = found;
  return (
    <header className="page-header">
      <h1>{editing ? t('editing', { name }) : name}</h1>
      {!editing && (
        <div className="page-actions">
          {mayManage && <Button icon={<MergeColumns />} text={t('merge')} onClick={() => setMerging(true)} />}
          <Button icon={<Cog />} text={t('settings')} onClick={() => void navigate(paths.schoolSettings(id))} />
          <Button icon={<Edit />} text={t('rename')} onClick={() => setSearch({ edit: '' })} />
        </div>
      )}
      {merging && <MergeSchool into={found} onClose={() => setMerging(false)} />}
    </header>
  );
}
