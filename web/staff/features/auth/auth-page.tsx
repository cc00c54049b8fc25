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

/** The layout of pages before sign-in: the picture, the language menu and one form. */
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

/** The submit button of pages before sign-in. The button keeps the focus during the request. */
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
