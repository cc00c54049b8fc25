import { Suspense, use, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { type ClientProblem, problemOf } from '#web/shared/apollo/problem.ts';
import { words } from '#web/shared/i18n/words.ts';
import { ProviderLoginDocument, type ProviderLoginMutation } from '#web/staff/operations.generated.ts';
import { loginInfoOf } from '#web/staff/platform/apollo/staff-session.ts';
import { tokenlessClient } from '#web/staff/platform/apollo/tokenless-client.ts';
import { firstScreen, wantedPath } from '#web/staff/platform/navigation.tsx';
import { type LoginInfo, setLoginInfo } from '#web/staff/platform/session/login-info.ts';
import { problemText } from '#web/staff/platform/toasts/problem-toast.ts';
import { AuthPage } from '#web/staff/features/auth/auth-page.tsx';
import { type SecondStep, secondStepOf } from './second-step.ts';
import { SecondStepForm } from './second-step-form.tsx';
import { forgetPending, type PendingLogin, pendingLogin } from './pending-login.ts';

/** The result of a provider's answer. */
type Outcome = { readonly info: LoginInfo } | { readonly step: SecondStep } | { readonly problem: ClientProblem };

/** The problem for an answer to a sign-in that this tab did not start. */
const notBegun: ClientProblem = { status: 401, messageKey: 'messages.providerLoginFailed', cancelled: false };

interface Sent {
  readonly to: string | undefined;
  readonly outcome: Promise<Outcome>;
}

/** Forwards the provider's answer once: the pending sign-in is removed first, so a reload cannot send it again. */
function sendAnswer(): Sent {
  const search = new URLSearchParams(window.location.search);
  const pending = pendingLogin(search.get('state'));
  forgetPending();
  const outcome = pending ? outcomeOf(pending, search.toString()) : Promise.resolve({ problem: notBegun });
  return { to: pending?.to, outcome };
}

async function outcomeOf({ state, rememberMe }: PendingLogin, answer: string): Promise<Outcome> {
  try {
    const { data } = await tokenlessClient.mutate<ProviderLoginMutation>({
      mutation: ProviderLoginDocument,
      variables: { input: { state, answer, rememberMe } },
    });
    if (!data) throw new Error('The sign-in came back empty');
    const info = loginInfoOf(data.providerLogin);
    setLoginInfo(info);
    return { info };
  } catch (error) {
    const problem = problemOf(error);
    const step = secondStepOf(problem);
    return step ? { step } : { problem };
  }
}

export const loader = words('auth', 'forms');

/** The page to which a school's provider redirects: completes the sign-in, and asks for a second step if required. */
export function Component() {
  const { t } = useTranslation('auth');
  const [{ to, outcome }] = useState(sendAnswer);
  return (
    <AuthPage
      title={t('title')}
      heading={t('schoolAccount')}
      subtitle={t('subtitle')}
      footer={<Link to={paths.login({ to })}>{t('toLogin')}</Link>}
    >
      <Suspense fallback={<p role="status">{t('signingIn')}</p>}>
        <Ended outcome={outcome} to={to} />
      </Suspense>
    </AuthPage>
  );
}

function Ended({ outcome, to }: Sent) {
  const ended = use(outcome);
  useTranslation('auth');
  const navigate = useNavigate();
  const onwards = ({ role }: LoginInfo): string =>
    wantedPath(new URLSearchParams(to === undefined ? {} : { to }), window.location.origin) ?? firstScreen(role);
  const info = 'info' in ended ? ended.info : undefined;
  useEffect(() => {
    if (info) void navigate(onwards(info), { replace: true });
  });
  // The text is made during rendering, so that it follows the page's language.
  if ('problem' in ended) return <p role="alert">{problemText(ended.problem)}</p>;
  if (!('step' in ended)) return null;
  return (
    <SecondStepForm
      {...ended.step}
      onSignedIn={(signedIn) => void navigate(onwards(signedIn), { replace: true })}
      onBack={() => void navigate(paths.login({ to }), { replace: true })}
    />
  );
}
