import { Button } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { importRowLimit } from '#schema/rules/files.ts';
import { localeOf } from '#schema/languages.ts';
import { csvBlob, downloadMade } from '#web/staff/ui/controls/download.ts';

/** Explains the format of the file, with a sample to download. */
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

/** A sample CSV file in the page's language, with two made-up people. */
export function sampleFile(t: TFunction<['users', 'shell']>): Blob {
  const teacher = t('shell.roleTeacher');
  const rows = [
    [t('email'), t('lastName'), t('firstName'), t('role'), t('phoneNumber'), t('phoneType'), t('language')],
    ['hanako.yamada@example.com', '山田', '花子', teacher, '090-1234-5678', t('mobile'), t('languageJp')],
    ['emily.brown@example.com', 'Brown', 'Emily', teacher, '0312-34-5678', t('landline'), t('languageEn')],
  ];
  return csvBlob(rows.map((cells) => `${cells.join(',')}\r\n`).join(''));
}
