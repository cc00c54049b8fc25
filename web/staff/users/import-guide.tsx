import { Button } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { importRowLimit } from '#schema/rules/files.ts';
import { localeOf } from '#web/shared/i18n/languages.ts';
import { downloadMade } from '#web/staff/controls/download.ts';
import { sampleFile } from './sample-file.ts';

/** What a file must look like, and one that does. */
export function ImportGuide() {
  const { t, i18n } = useTranslation(['users', 'shell']);

  const rows = new Intl.NumberFormat(localeOf(i18n.language)).format(importRowLimit);
  return (
    <div className="import-guide">
      <p>{t('importText')}</p>
      <ul>
        <li>{t('importColumns')}</li>
        <li>{t('importLimits', { rows })}</li>
      </ul>
      <Button icon={<Download />} text={t('sampleFile')} onClick={() => downloadMade(sampleFile(t), t('sampleName'))} />
    </div>
  );
}
