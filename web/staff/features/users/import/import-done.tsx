import { Button } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { downloadFile } from '#web/staff/ui/controls/download.ts';
import type { UserImportProgressFragment } from '#web/staff/operations.generated.ts';
import { ImportCounts, ImportErrors } from './import-errors.tsx';

interface ImportDoneProps {
  readonly job: UserImportProgressFragment;
  /** Fetches the job with a new link to its file, because the link on the screen may have expired after ten minutes. */
  readonly fresh: () => Promise<UserImportProgressFragment | undefined>;
  readonly onAnother: () => void;
}

/** The result of an import, with a file that lists every row. */
export function ImportDone({ job, fresh, onAnother }: ImportDoneProps) {
  const { t } = useTranslation('users');
  const heading = useRef<HTMLHeadingElement>(null);
  const { fileName: name, total, created, failed, errors } = job;
  useEffect(() => heading.current?.focus(), []);

  async function save(): Promise<void> {
    const file = (await fresh())?.resultFile;
    if (file) downloadFile(file);
  }

  return (
    <section className="panel" aria-label={t('importDone', { name })}>
      <h2 ref={heading} tabIndex={-1}>
        {t('importDone', { name })}
      </h2>
      <ImportCounts
        counts={[
          { title: t('peopleInFile'), count: total },
          { title: t('wereInvited'), count: created, tone: 'good' },
          { title: t('wereLeftOut'), count: failed, tone: failed > 0 ? 'bad' : undefined },
        ]}
      />
      <div className="import-buttons">
        <Button intent="primary" icon={<Download />} text={t('resultFile')} onClick={() => void save()} />
        <Button text={t('importAnother')} onClick={onAnother} />
        <Link to={paths.users}>{t('toUsers')}</Link>
      </div>
      <ImportErrors errors={errors} failed={failed} />
    </section>
  );
}
