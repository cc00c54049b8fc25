import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { noCache } from '#web/staff/platform/apollo/freshness.ts';
import { paths } from '#web/paths.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { words } from '#web/shared/i18n/words.ts';
import { graphqlLanguage } from '#web/staff/platform/apollo/graphql-language.ts';
import { tokenlessClient } from '#web/staff/platform/apollo/tokenless-client.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { NameFields } from '#web/staff/features/users/form/name-fields.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import { useFirstRunQuery, useSetUpSchoolMutation } from '#web/staff/operations.generated.ts';
import { firstScreen } from '#web/staff/platform/navigation.tsx';
import { AuthPage } from '#web/staff/features/auth/auth-page.tsx';
import { CheckedLink, useToken } from '#web/staff/features/auth/checked-link.tsx';
import { type LoginInfo, setLoginInfo } from '#web/staff/platform/session/login-info.ts';
import { NewPasswordFields } from '#web/staff/features/auth/password/new-password-fields.tsx';
import { loginInfoOf } from '#web/staff/platform/apollo/staff-session.ts';
import { Section, SettingSections } from './first-run-sections.tsx';
import {
  choosesSettings,
  type FirstRun,
  firstRunRules,
  firstValues,
  type FirstRunValues,
  inputOf,
} from './first-run-values.ts';
import { Restarting, runningGateway } from './restarting.tsx';

export const loader = words('auth');

/** The page behind the link that a first start prints: sets up the school, the servers and the first SuperAdmin. */
export function Component() {
  const { t } = useTranslation('auth');
  const token = useToken();
  const firstRun = useFirstRunQuery({
    client: tokenlessClient,
    variables: { token },
    skip: token === '',
    ...noCache,
  });
  return (
    <AuthPage
      title={t('firstRunTitle')}
      heading={t('firstRunTitle')}
      subtitle={t('firstRunSubtitle')}
      footer={<Link to={paths.login()}>{t('toLogin')}</Link>}
    >
      <CheckedLink asked={firstRun}>
        {(answer, expired) =>
          answer === undefined ? (
            <div className="login-form" role="alert">
              <p>{expired ? t('linkExpired') : t('linkUnknown')}</p>
              <p>{t('firstRunEnded')}</p>
            </div>
          ) : (
            <SettingUp token={token} {...answer.firstRun} />
          )
        }
      </CheckedLink>
    </AuthPage>
  );
}

interface SetUp {
  readonly info: LoginInfo;
  /** The school's new public address. */
  readonly publicUrl: string;
  /** The gateway that answered before the restart; absent when nothing restarts. */
  readonly restart?: { readonly before: string | undefined };
}

/** The form, then the wait for the restart, then the school. */
function SettingUp({ token, ...firstRun }: FirstRun & { readonly token: string }) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const [done, setDone] = useState<SetUp>();
  const [ready, setReady] = useState(false);

  function goOn({ info, publicUrl, restart }: SetUp): void {
    // A session belongs to one origin: at a new address the user must sign in.
    if (restart && new URL(publicUrl).origin !== location.origin) return setReady(true);
    setLoginInfo(info);
    void navigate(firstScreen(info.role), { replace: true });
  }

  if (done === undefined)
    return (
      <SchoolForm
        token={token}
        {...firstRun}
        onSetUp={(setUp) => (setUp.restart === undefined ? goOn(setUp) : setDone(setUp))}
      />
    );
  if (!ready) return <Restarting before={done.restart?.before} onReady={() => goOn(done)} />;
  return (
    <div className="login-form" role="status">
      <p>{t('movedTo', { publicUrl: done.publicUrl })}</p>
      <a
        className="bp6-button bp6-large bp6-fill bp6-intent-primary"
        href={new URL(paths.login(), done.publicUrl).href}
      >
        {t('signInThere')}
      </a>
    </div>
  );
}

interface SchoolFormProps extends FirstRun {
  readonly token: string;
  readonly onSetUp: (setUp: SetUp) => void;
}

function SchoolForm({ token, onSetUp, ...firstRun }: SchoolFormProps) {
  const { t, i18n } = useTranslation('auth');
  const [setUp] = useSetUpSchoolMutation({ client: tokenlessClient });

  async function save(values: FirstRunValues): Promise<SubmitOutcome> {
    const before = choosesSettings(values) ? { before: await runningGateway() } : undefined;
    try {
      // The language is that of the page when the form is sent: it may have been changed meanwhile.
      const { data } = await setUp({
        variables: { input: inputOf(values, graphqlLanguage(i18n.language)) },
      });
      if (data === undefined) throw new Error('The answer came back empty');
      const info = loginInfoOf(data.setUpSchool);
      const publicUrl = values.publicUrl ?? firstRun.publicUrl;
      return { saved: () => onSetUp({ info, publicUrl, ...(before && { restart: before }) }) };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  return (
    <Form
      className="login-form first-run"
      initialValues={firstValues(token, firstRun)}
      rules={firstRunRules}
      onSubmit={save}
    >
      {({ submitting }) => (
        <>
          <Section title={t('schoolTitle')}>
            <TextField name="schoolName" label={t('schoolName')} autoComplete="organization" required />
          </Section>
          {firstRun.restarts ? <SettingSections {...firstRun} /> : <FactsOnly {...firstRun} />}
          <Section title={t('administratorTitle')}>
            <NameFields />
            <TextField
              name="email"
              label={t('email')}
              autoComplete="username"
              inputMode="email"
              spellCheck={false}
              required
            />
            <NewPasswordFields submitting={submitting} submitText={t('setUpSchool')} />
          </Section>
        </>
      )}
    </Form>
  );
}

/** Shows the settings read-only, for installations whose servers this page cannot restart. */
function FactsOnly({ publicUrl, timeZone, sendsMail }: FirstRun) {
  const { t } = useTranslation('auth');
  return (
    <>
      <p className="login-account">{t('firstRunFacts', { publicUrl, timeZone })}</p>
      {!sendsMail && <p className="login-account">{t('firstRunNoMail')}</p>}
      <p className="login-account">{t('firstRunElsewhere')}</p>
    </>
  );
}
