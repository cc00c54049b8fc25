import { useTranslation } from 'react-i18next';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { personName } from '#web/staff/ui/controls/person-name.ts';
import type { WebhookDetailFragment } from '#web/staff/operations.generated.ts';
import { LastChange } from '#web/staff/ui/controls/last-change.tsx';
import { StatusMark } from '#web/staff/ui/lists/status-mark.tsx';
import { Events } from './webhook-columns.tsx';
import { stateWords } from './webhook-words.ts';

/** The facts of a webhook, without its log. */
export function WebhookFacts({ found }: { readonly found: WebhookDetailFragment }) {
  const { t, i18n } = useTranslation('webhooks');
  const { url, events, state, failingSince, oldSecretEndsAt, createdBy, createdAt } = found;
  const when = (instant: string) => instantInWords(instant, i18n.language);
  return (
    <section className="panel" aria-label={t('facts')}>
      <h2>{t('facts')}</h2>
      <dl className="webhook-facts">
        <dt>{t('state')}</dt>
        <dd>
          <StatusMark tone={stateWords[state].tone}>{t(stateWords[state].word)}</StatusMark>
        </dd>
        {failingSince && (
          <>
            <dt>{t('failingSince')}</dt>
            <dd>{when(failingSince)}</dd>
          </>
        )}
        <dt>{t('url')}</dt>
        <dd>{url}</dd>
        <dt>{t('events')}</dt>
        <dd>
          <Events events={events} />
        </dd>
        {oldSecretEndsAt && (
          <>
            <dt>{t('oldSecretEnds')}</dt>
            <dd>{when(oldSecretEndsAt)}</dd>
          </>
        )}
        <dt>{t('createdBy')}</dt>
        <dd>
          {createdBy ? personName(createdBy) : t('nobody')}
          <br />
          {when(createdAt)}
        </dd>
        <dt>{t('lastChange')}</dt>
        <dd>
          <LastChange of={found} />
        </dd>
      </dl>
    </section>
  );
}
