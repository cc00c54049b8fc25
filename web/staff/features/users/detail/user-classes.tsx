import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { ClassStatusMark } from '#web/staff/features/classes/status/class-status.tsx';
import type { UserSurroundingsQuery } from '#web/staff/operations.generated.ts';

interface UserClassesProps {
  readonly id: string;
  readonly classes: UserSurroundingsQuery['classes'];
}

/** The classes somebody teaches, as far as the caller sees them. */
export function UserClasses({ id, classes: { items, totalCount } }: UserClassesProps) {
  const { t } = useTranslation('users');
  return (
    <section className="panel" aria-label={t('classesOf')}>
      <h2>{t('classesOf')}</h2>
      {items.length === 0 && <p className="user-none">{t('noClasses')}</p>}
      <ul className="user-lines">
        {items.map((row) => (
          <li key={row.id}>
            <Link to={paths.classDetail(row.id)}>{row.className}</Link>
            <ClassStatusMark row={row} />
          </li>
        ))}
      </ul>
      {totalCount > items.length && (
        <Link to={`${paths.classes}?teacher=${id}`}>{t('moreClasses', { count: totalCount })}</Link>
      )}
    </section>
  );
}
