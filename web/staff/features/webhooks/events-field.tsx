import { Checkbox } from '@blueprintjs/core';
import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { rowChanges, type WebhookEvent } from '#schema/webhook-events.ts';
import { FieldFrame, useFieldProblem } from '#web/staff/ui/forms/field-frame.tsx';
import { changeWords, kindWords } from './webhook-words.ts';
import './webhooks.css';

/** What a webhook is told of: a kind of row a line, and each of its changes apart. */
export function EventsField() {
  const { t } = useTranslation('webhooks');
  return (
    <FieldFrame name="events" label={t('events')} hint={t('eventsHint')} required group>
      {(control, labelId) => (
        <div role="group" aria-labelledby={labelId} aria-describedby={control['aria-describedby']}>
          <ul className="webhook-events">
            {kindWords.map(({ kind, word }) => (
              <li key={kind}>
                <span>{t(word)}</span>
                {rowChanges.map((change) => (
                  <EventTick key={change} event={`${kind}.${change}`} text={t(changeWords[change])} kind={t(word)} />
                ))}
              </li>
            ))}
          </ul>
        </div>
      )}
    </FieldFrame>
  );
}

interface EventTickProps {
  readonly event: WebhookEvent;
  readonly text: string;
  readonly kind: string;
}

function EventTick({ event, text, kind }: EventTickProps) {
  const { input } = useField<string>('events', { type: 'checkbox', value: event });
  const problem = useFieldProblem('events');
  return (
    <Checkbox
      label={text}
      aria-label={`${kind}: ${text}`}
      aria-invalid={problem !== undefined}
      name={input.name}
      value={input.value}
      checked={input.checked ?? false}
      onChange={input.onChange}
      onBlur={input.onBlur}
      onFocus={input.onFocus}
    />
  );
}
