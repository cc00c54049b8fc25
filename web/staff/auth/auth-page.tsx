import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '#web/shared/logo.tsx';
import { useTitle } from '#web/shared/title.ts';
import { LanguageMenu } from '#web/staff/shell/language-menu.tsx';
import { LoginPicture } from './login-picture.tsx';
import './login.css';

interface AuthPageProps {
  readonly title: string;
  readonly heading: string;
  readonly subtitle: ReactNode;
  readonly footer: ReactNode;
  readonly children: ReactNode;
}

/** What staff see before they are signed in: the picture, the language, one thing to do. */
export function AuthPage({ title, heading, subtitle, footer, children }: AuthPageProps) {
  const { t } = useTranslation(['auth', 'common']);
  useTitle(title);
  return (
    <div className="login">
      <aside className="login-side" aria-label={t('common.productName')}>
        <LoginPicture />
        <p>{t('tagline')}</p>
      </aside>
      <div className="login-main">
        <header>
          <Logo height={34} />
          <LanguageMenu />
        </header>
        <main>
          <h1>{heading}</h1>
          <p className="login-subtitle">{subtitle}</p>
          {children}
        </main>
        <footer>{footer}</footer>
      </div>
    </div>
  );
}
