import { useTranslation } from 'react-i18next';
import { redirect, useNavigate, useSearchParams, type LoaderFunction } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { words } from '#web/shared/i18n/words.ts';
import { Logo } from '#web/shared/logo.tsx';
import { useTitle } from '#web/shared/title.ts';
import { LanguageMenu } from '#web/staff/shell/language-menu.tsx';
import { firstScreen } from '#web/staff/shell/navigation.tsx';
import { loginInfo, type LoginInfo } from './login-info.ts';
import { LoginForm } from './login-form.tsx';
import { LoginPicture } from './login-picture.tsx';
import { session } from './staff-session.ts';
import { wantedPath } from './wanted-path.ts';
import './login.css';

/** Whoever is signed in already goes on to the page asked for, or to the first area of the role. */
export const loader: LoaderFunction = async ({ request }) => {
  const held = (await session.ensure()) ? loginInfo() : null;
  const { searchParams, origin } = new URL(request.url);
  if (held !== null) throw redirect(afterSignIn(held, searchParams, origin));
  return words('auth')();
};

function afterSignIn({ role }: Pick<LoginInfo, 'role'>, search: URLSearchParams, origin: string): string {
  return wantedPath(search, origin) ?? firstScreen(role);
}

export function Component() {
  const { t } = useTranslation(['auth', 'common']);
  const [search] = useSearchParams();
  const navigate = useNavigate();
  useTitle(t('title'));

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
          <h1>{t('welcome')}</h1>
          <p className="login-subtitle">{t('subtitle')}</p>
          <LoginForm
            onSignedIn={(info) => void navigate(afterSignIn(info, search, window.location.origin), { replace: true })}
          />
        </main>
        <footer>
          {t('forStudents')} <a href={paths.profiles()}>{t('toStudents')}</a>
        </footer>
      </div>
    </div>
  );
}
