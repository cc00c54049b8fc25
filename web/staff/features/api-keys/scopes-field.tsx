import { useTranslation } from 'react-i18next';
import { TicksField } from '#web/staff/ui/forms/ticks-field.tsx';
import { scopeAreas, writeWordOf } from './api-key-scopes.ts';

/** What the key may do: an area a row, to read it and to change it apart. */
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
