import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { useTitle } from '#web/shared/title.ts';
import { useClassQuery, type ClassDetailFragment } from '#web/staff/operations.generated.ts';
import { DetailScreen } from '#web/staff/ui/lists/detail-screen.tsx';
import { ClassStatusMark } from '#web/staff/features/classes/status/class-status.tsx';
import { useModerates } from './use-moderates.ts';
import './class-frame.css';

interface ClassFrameProps {
  readonly id: string;
  /** The name of this screen, shown with the class's name in the window's title. */
  readonly part?: string;
  /** Buttons at the end of the heading. */
  readonly actions?: (found: ClassDetailFragment) => ReactNode;
  readonly children: (found: ClassDetailFragment) => ReactNode;
}

/** The header of every screen of a class: its name, its status, and links to its screens. */
export function ClassFrame({ id, part, actions, children }: ClassFrameProps) {
  const { t } = useTranslation('classes');
  const query = useClassQuery({ variables: { id } });
  const found = query.data && unmask<ClassDetailFragment>(query.data.class);
  const className = found?.className ?? t('title');
  useTitle(part === undefined ? className : `${part} · ${className}`);
  return (
    <DetailScreen
      list={paths.classes}
      title={t('title')}
      missingTitle={t('missingTitle')}
      missingText={t('missingText')}
      query={query}
    >
      {found && (
        <>
          <header className="page-header">
            <h1>{found.className}</h1>
            <ClassStatusMark row={found} />
            {actions && <div className="page-actions">{actions(found)}</div>}
          </header>
          <ClassParts id={id} />
          {children(found)}
        </>
      )}
    </DetailScreen>
  );
}

function ClassParts({ id }: { readonly id: string }) {
  const { t } = useTranslation('classes');
  const moderates = useModerates();
  return (
    <nav className="class-parts" aria-label={t('parts')}>
      <NavLink to={paths.classDetail(id)} end>
        {t('overview')}
      </NavLink>
      <NavLink to={paths.classStudents(id)}>{t('students')}</NavLink>
      {moderates && <NavLink to={paths.classWall(id)}>{t('wall')}</NavLink>}
      <NavLink to={paths.classActivity(id)}>{t('activity')}</NavLink>
      <NavLink to={paths.classNameCards(id)}>{t('nameCards')}</NavLink>
    </nav>
  );
}
