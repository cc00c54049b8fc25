import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { Role } from '#schema/access.ts';
import { isCurrent, visibleTo } from './navigation.tsx';
import './side-navigation.css';

interface SideNavigationProps {
  readonly id: string;
  readonly role: Role;
  /** Wide with titles, or icons only, whose titles appear on pointing and on focus. */
  readonly open: boolean;
}

export function SideNavigation({ id, role, open }: SideNavigationProps) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  return (
    <nav id={id} className={`side-navigation ${open ? 'is-open' : 'is-narrow'}`} aria-label={t('navigation')}>
      <ul>
        {visibleTo(role).map((entry) => (
          <li key={entry.area}>
            <Link to={entry.path} aria-current={isCurrent(entry, pathname) ? 'page' : undefined}>
              <span className="side-icon">{entry.icon}</span>
              <span className="side-title">{t(entry.area)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
