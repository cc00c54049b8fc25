import { useTranslation } from 'react-i18next';
import { personName } from '#web/staff/ui/controls/person-name.ts';
import type { SchoolDetailFragment } from '#web/staff/operations.generated.ts';
import { LastChange } from '#web/staff/ui/controls/last-change.tsx';

/** The facts of a school, without its members. */
export function SchoolFacts({ found }: { readonly found: SchoolDetailFragment }) {
  const { t } = useTranslation('schools');
  const { owners, memberCount, classCount } = found;
  return (
    <section className="panel" aria-label={t('facts')}>
      <h2>{t('facts')}</h2>
      <dl className="school-facts">
        <dt>{t('owners')}</dt>
        <dd>{owners.length > 0 ? owners.map(personName).join(t('nameSeparator')) : t('nobody')}</dd>
        <dt>{t('members')}</dt>
        <dd>{t('memberCount', { count: memberCount })}</dd>
        <dt>{t('classes')}</dt>
        <dd>{t('classCount', { count: classCount })}</dd>
        <dt>{t('lastChange')}</dt>
        <dd>
          <LastChange of={found} />
        </dd>
      </dl>
    </section>
  );
}
