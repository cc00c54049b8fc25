import { useTranslation } from 'react-i18next';
import { TicksField } from '#web/staff/ui/forms/ticks-field.tsx';
import { scopeAreas, writeWordOf } from './api-key-scopes.ts';

/** The key's scopes: a row for each area, with checkboxes for reading and changing. */
export function ScopesField() {
  const { t } = useTranslation('api-keys');
  const rows = scopeAreas.map((area) => ({
    name: t(area.word),
    ticks: [
      { value: area.read, text: t('read') },
      ...('write' in area ? [{ value: area.write, text: t(writeWordOf(area)) }] : []),
    ],
  }));
  return <TicksField name="scopes" label={t('scopes')} hint={t('scopesHint')} rows={rows} />;
}
