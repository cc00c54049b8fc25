import type { TFunction } from 'i18next';

/** A table as the import takes it, in the words of the page's language, with two people who do not exist. */
export function sampleFile(t: TFunction<['users', 'shell']>): Blob {
  const teacher = t('shell.roleTeacher');
  const rows = [
    [t('email'), t('lastName'), t('firstName'), t('role'), t('phoneNumber'), t('phoneType'), t('language')],
    ['hanako.yamada@example.com', '山田', '花子', teacher, '090-1234-5678', t('mobile'), t('languageJp')],
    ['emily.brown@example.com', 'Brown', 'Emily', teacher, '0312-34-5678', t('landline'), t('languageEn')],
  ];
  const text = rows.map((cells) => `${cells.join(',')}\r\n`).join('');
  // Without the mark, spreadsheets in Japan take UTF-8 for Shift_JIS.
  return new Blob(['\uFEFF', text], { type: 'text/csv' });
}
