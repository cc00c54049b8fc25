import { Button } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { ImportCounts } from '#web/staff/features/users/import/import-errors.tsx';
import type { RosterImportProgressFragment } from '#web/staff/operations.generated.ts';
import { downloadFile } from '#web/staff/ui/controls/download.ts';
import { RosterRows } from './roster-rows.tsx';
import { RosterStart } from './roster-start.tsx';

interface RosterResultProps {
  readonly job: RosterImportProgressFragment;
  /** Fetches the job with a new link to its file, because the link on the screen may have expired after ten minutes. */
  readonly fresh: () => Promise<RosterImportProgressFragment | undefined>;
  readonly onAnother: () => void;
}

/** The result of a check, with the next step; or the result of an import. */
export function RosterResult({ job, fresh, onAnother }: RosterResultProps) {
  const { t } = useTranslation(['one-roster', 'users']);
  const heading = useRef<HTMLHeadingElement>(null);
  const { state, fileName: name, created, updated, unchanged, skipped, refused, ignoredFiles } = job;
  useEffect(() => heading.current?.focus(), []);
  const titles = {
    CHECKED: t('checkedTitle', { name }),
    FAILED: t('failedTitle', { name }),
    DONE: t('doneTitle', { name }),
  };
  const title = state === 'CHECKED' || state === 'FAILED' ? titles[state] : titles.DONE;

  async function save(): Promise<void> {
    const file = (await fresh())?.resultFile;
    if (file) downloadFile(file);
  }

  return (
    <section className="panel roster-counts" aria-label={title}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {state === 'FAILED' && <p className="import-problem">{t('failedText')}</p>}
      {ignoredFiles.length > 0 && (
        <p className="import-read">{t('ignoredFiles', { files: ignoredFiles.join(', ') })}</p>
      )}
      <ImportCounts
        counts={[
          { title: t('outcome-created'), count: created, tone: 'good' },
          { title: t('outcome-updated'), count: updated },
          { title: t('outcome-unchanged'), count: unchanged },
          { title: t('outcome-skipped'), count: skipped },
          { title: t('outcome-refused'), count: refused, tone: refused > 0 ? 'bad' : undefined },
        ]}
      />
      {state === 'CHECKED' && <RosterStart job={job} onStarted={() => void fresh()} />}
      <div className="import-buttons">
        <Button icon={<Download />} text={t('resultFile')} onClick={() => void save()} />
        <Button text={t('another')} onClick={onAnother} />
        <Link to={paths.users}>{t('users.toUsers')}</Link>
      </div>
      <RosterRows rows={job.rows} total={skipped + refused} />
    </section>
  );
}
