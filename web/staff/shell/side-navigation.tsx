import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { Role } from '#schema/access.ts';
import { paths } from '#web/paths.ts';
import {
  isCurrent,
  navigation,
  toolNavigation,
  visibleTo,
  type NavigationEntry,
} from '#web/staff/platform/navigation.tsx';
import { useOnlySchool, useSeveralSchools } from '#web/staff/platform/schools/own-schools.ts';
import { PostsWaiting } from './posts-waiting.tsx';
import './side-navigation.css';

interface SideNavigationProps {
  readonly id: string;
  readonly role: Role;
  /** True for the wide form with titles. The narrow form shows icons, whose titles appear on hover and focus. */
  readonly open: boolean;
}

/** The areas of section 2 and, separately, the tools. A link to the settings of an only school replaces the schools. */
export function SideNavigation({ id, role, open }: SideNavigationProps) {
  const { t } = useTranslation('shell');
  const severalSchools = useSeveralSchools();
  const only = useOnlySchool();
  const tools = visibleTo(role, toolNavigation).flatMap((entry) => {
    if (entry.area !== 'schools' || severalSchools) return [entry];
    return only === undefined ? [] : [{ ...entry, title: 'schoolSettings' as const, path: paths.schoolSettings(only) }];
  });
  return (
    <div id={id} className={`side-navigation ${open ? 'is-open' : 'is-narrow'}`}>
      <div className="side-scroll">
        <nav aria-label={t('navigation')}>
          <Entries entries={visibleTo(role, navigation)} />
        </nav>
        <nav aria-label={t('tools')} className="side-tools">
          <Entries entries={tools} />
        </nav>
      </div>
    </div>
  );
}

function Entries({ entries }: { readonly entries: readonly NavigationEntry[] }) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.area}>
          <Link to={entry.path} aria-current={isCurrent(entry, pathname) ? 'page' : undefined}>
            <span className="side-icon">{entry.icon}</span>
            <span className="side-title">{t(entry.title ?? entry.area)}</span>
            {entry.area === 'communityQueue' && <PostsWaiting />}
          </Link>
        </li>
      ))}
    </ul>
  );
}
