import { useTranslation } from 'react-i18next';
import { redirect, useNavigate, useSearchParams, type LoaderFunction } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { words } from '#web/shared/i18n/words.ts';
import { firstScreen, wantedPath } from '#web/staff/platform/navigation.tsx';
import { loginInfo, type LoginInfo } from '#web/staff/platform/session/login-info.ts';
import { session } from '#web/staff/platform/apollo/staff-session.ts';
import { AuthPage } from '#web/staff/features/auth/auth-page.tsx';
import { LoginForm } from './login-form.tsx';

/** Redirects a signed-in user to the requested page, or to the first area of the role. */
export const loader: LoaderFunction = async ({ request }) => {
  const login = (await session.ensure()) ? loginInfo() : null;
  const { searchParams, origin } = new URL(request.url);
  if (login !== null) throw redirect(afterSignIn(login, searchParams, origin));
  return words('auth')();
};

function afterSignIn({ role }: Pick<LoginInfo, 'role'>, search: URLSearchParams, origin: string): string {
  return wantedPath(search, origin) ?? firstScreen(role);
}

export function Component() {
  const { t } = useTranslation('auth');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return (
    <AuthPage
      title={t('title')}
      heading={t('welcome')}
      subtitle={t('subtitle')}
      footer={
        <>
          {t('forStudents')} <a href={paths.profiles()}>{t('toStudents')}</a>
        </>
      }
    >
      <LoginForm
        onSignedIn={(info) => void navigate(afterSignIn(info, search, window.location.origin), { replace: true })}
      />
    </AuthPage>
  );
}
