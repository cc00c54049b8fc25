import { Presentation } from '@blueprintjs/icons';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { roleAllowed, staffAreas } from '#schema/access.ts';
import { paths } from '#web/paths.ts';
import { useLoginInfo } from '#web/staff/platform/session/login-info.ts';
import { enterFullScreen } from '#web/staff/ui/controls/full-screen.ts';
import { useClassBookUnitsQuery, type ClassDetailFragment } from '#web/staff/operations.generated.ts';
import './class-units.css';

/**
 * The published units of the class's textbook, each with a link that shows its pages on the board. An author of textbooks
 * gets links to the unit's staff screen.
 */
export function ClassUnits({ found: { id: classId, classHashCode } }: { readonly found: ClassDetailFragment }) {
  const { t } = useTranslation('classes');
  const role = useLoginInfo()?.role;
  const writesBooks = role !== undefined && roleAllowed(role, staffAreas.textbooks);
  const { data } = useClassBookUnitsQuery({ variables: { classHashCode } });
  const units = data?.classUnits;
  return (
    <section className="panel" aria-label={t('units')}>
      <h2>{t('units')}</h2>
      {units?.length === 0 && <p className="units-none">{t('noUnits')}</p>}
      <ol className="class-units" aria-busy={units === undefined}>
        {units?.map(({ id, number, title, name, contentCount }) => {
          const board = { to: paths.classPresent(classId, { unit: id }), onClick: showLarge };
          return (
            <li key={id}>
              <span className="unit-number">{number}</span>
              <span>
                {writesBooks || contentCount === 0 ? (
                  <UnitTitle {...{ id, title, writesBooks }} />
                ) : (
                  <Link {...board}>{title}</Link>
                )}
                <small>{name}</small>
                <small>{t('contentCount', { count: contentCount })}</small>
              </span>
              {contentCount > 0 && (
                <Link {...board} className="bp6-button" aria-label={t('presentUnit', { title })}>
                  <Presentation />
                  <span>{t('present')}</span>
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface UnitTitleProps {
  readonly id: string;
  readonly title: string;
  readonly writesBooks: boolean;
}

const UnitTitle = ({ id, title, writesBooks }: UnitTitleProps) =>
  writesBooks ? <Link to={paths.lessonDetail(id)}>{title}</Link> : title;

/** Requests full screen during the press, as browsers require. A link opened in another tab gets no full screen. */
function showLarge(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  void enterFullScreen();
}
