import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@blueprintjs/core';
import { Logo } from '#web/shared/logo.tsx';
import { useTitle } from '#web/shared/title.ts';
import { LanguageMenu } from '#web/staff/ui/controls/language-menu.tsx';
import { keepFocus } from '#web/staff/ui/forms/form-buttons.tsx';
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

interface SubmitButtonProps {
  readonly submitting: boolean;
  readonly text: string;
  readonly busyText: string;
}

/** Sends a form of the pages before the shell; keeps the focus while it does. */
export function SubmitButton({ submitting, text, busyText }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      intent="primary"
      size="large"
      fill
      text={submitting ? busyText : text}
      aria-disabled={submitting}
      onMouseDown={keepFocus}
    />
  );
}
