import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { useSeveralSchools } from '#web/staff/platform/schools/own-schools.ts';

/** The way to the schools of an installation that has one, where the navigation does not show them. */
export function FurtherSchools() {
  const { t } = useTranslation('system');
  if (useSeveralSchools()) return null;
  return (
    <section className="panel system-group" aria-labelledby="further-schools">
      <h2 id="further-schools">{t('furtherSchools')}</h2>
      <p>{t('furtherSchoolsText')}</p>
      <Link to={paths.schools}>{t('furtherSchoolsLink')}</Link>
    </section>
  );
}
