import { useTranslation } from 'react-i18next';
import { LastChange } from '#web/staff/ui/controls/last-change.tsx';
import type { ContentDetailFragment } from '#web/staff/operations.generated.ts';

/** The facts of a content that users cannot edit. */
export function ContentFacts({ found }: { readonly found: ContentDetailFragment }) {
  const { t } = useTranslation('contents');
  return (
    <section className="panel" aria-label={t('facts')}>
      <h2>{t('facts')}</h2>
      <dl className="content-facts">
        {found.type === 'PUSH_AND_LISTEN' && (
          <>
            <dt>{t('holds')}</dt>
            <dd>{t('itemCount', { count: found.itemCount })}</dd>
          </>
        )}
        <dt>{t('lastChange')}</dt>
        <dd>
          <LastChange of={found} />
        </dd>
      </dl>
    </section>
  );
}
