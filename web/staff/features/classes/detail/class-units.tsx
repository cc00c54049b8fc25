import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { roleAllowed, staffAreas } from '#schema/access.ts';
import { paths } from '#web/paths.ts';
import { useLoginInfo } from '#web/staff/platform/session/login-info.ts';
import { useClassBookUnitsQuery, type ClassDetailFragment } from '#web/staff/operations.generated.ts';
import './class-units.css';

/** The units of the class, as students see them. An author of textbooks gets links to the unit's staff screen. */
export function ClassUnits({ found }: { readonly found: ClassDetailFragment }) {
  const { t } = useTranslation('classes');
  const role = useLoginInfo()?.role;
  const writesBooks = role !== undefined && roleAllowed(role, staffAreas.textbooks);
  const { classHashCode } = found;
  const { data } = useClassBookUnitsQuery({ variables: { classHashCode } });
  const units = data?.classUnits;
  return (
    <section className="panel" aria-label={t('units')}>
      <h2>{t('units')}</h2>
      {units?.length === 0 && <p className="units-none">{t('noUnits')}</p>}
      <ol className="class-units" aria-busy={units === undefined}>
        {units?.map(({ id, hashCode, number, title, name, contentCount }) => (
          <li key={id}>
            <span className="unit-number">{number}</span>
            <span>
              {writesBooks ? (
                <Link to={paths.lessonDetail(id)}>{title}</Link>
              ) : (
                // The students' area brings its own look, so it gets a page of its own.
                <a href={paths.unitDetail({ unit: hashCode, class: classHashCode })} target="_blank" rel="noreferrer">
                  {title}
                </a>
              )}
              <small>{name}</small>
            </span>
            <small>{t('contentCount', { count: contentCount })}</small>
          </li>
        ))}
      </ol>
    </section>
  );
}
