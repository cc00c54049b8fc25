import { MenuClosed, MenuOpen } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Logo, LogoMark } from '#web/shared/logo.tsx';
import type { LoginInfo } from '#web/staff/platform/session/login-info.ts';
import { LanguageMenu } from '#web/staff/ui/controls/language-menu.tsx';
import { firstScreen } from '#web/staff/platform/navigation.tsx';
import { AccountMenu } from './account-menu.tsx';
import { usePhone } from './use-navigation-open.ts';
import './top-bar.css';

interface TopBarProps {
  readonly info: LoginInfo;
  /** The id of the side navigation; undefined without a navigation. */
  readonly navigationId: string | undefined;
  readonly navigationOpen: boolean;
  readonly onToggleNavigation: () => void;
  readonly onLogOut: () => void;
}

export function TopBar({ info, navigationId, navigationOpen, onToggleNavigation, onLogOut }: TopBarProps) {
  const { t } = useTranslation('shell');
  const phone = usePhone();
  return (
    <header className="top-bar">
      {navigationId !== undefined && (
        <button
          type="button"
          className="menu-toggle"
          aria-label={navigationOpen ? t('closeNavigation') : t('openNavigation')}
          aria-expanded={navigationOpen}
          aria-controls={navigationId}
          onClick={onToggleNavigation}
        >
          {navigationOpen ? <MenuClosed size={20} /> : <MenuOpen size={20} />}
        </button>
      )}
      <Link to={firstScreen(info.role)} className="top-bar-logo">
        {phone ? <LogoMark variant="white" height={30} title="Manabook" /> : <Logo variant="white" height={28} />}
      </Link>
      <div className="top-bar-end">
        <LanguageMenu />
        <AccountMenu info={info} onLogOut={onLogOut} />
      </div>
    </header>
  );
}
