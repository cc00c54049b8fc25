import { useTranslation } from 'react-i18next';
import { rowChanges, type WebhookEvent } from '#schema/webhook-events.ts';
import { TicksField } from '#web/staff/ui/forms/ticks-field.tsx';
import { changeWords, kindWords } from './webhook-words.ts';

/** The events that a webhook receives: a row for each kind, with a checkbox for each change. */
export function EventsField() {
  const { t } = useTranslation('webhooks');
  const rows = kindWords.map(({ kind, word }) => ({
    name: t(word),
    ticks: rowChanges.map((change) => ({
      value: `${kind}.${change}` satisfies WebhookEvent,
      text: t(changeWords[change]),
    })),
  }));
  return <TicksField name="events" label={t('events')} hint={t('eventsHint')} rows={rows} />;
}
