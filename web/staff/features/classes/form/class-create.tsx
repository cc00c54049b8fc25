import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { networkOnly } from '#web/staff/platform/apollo/freshness.ts';
import { paths } from '#web/paths.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { schoolToday, wordsAndDays } from '#web/staff/platform/settings/settings.ts';
import { useTitle } from '#web/shared/title.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { claimsOf } from '#web/staff/platform/session/access-token.ts';
import { loginInfo } from '#web/staff/platform/session/login-info.ts';
import { useIdempotencyKey } from '#web/shared/use-idempotency-key.ts';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { useCreateClassMutation, useNewClassCodeQuery } from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { ClassForm } from './class-form.tsx';
import { inputOf, newClassValues, type ClassFormValues } from './class-values.ts';

export const loader = wordsAndDays('classes');

function blankClass(): ClassFormValues {
  const login = loginInfo();
  const userId = claimsOf(login?.accessToken ?? '')?.sub;
  return newClassValues(schoolToday(), { role: login?.role ?? 'Teacher', userId });
}

/**
 * The class code of the form. Each answer of the server is another code, so the first one stays until another class has
 * taken it: the user has seen this code, and the same code keeps the idempotency key of a save whose answer was lost.
 */
function useNewCode() {
  const { data, refetch } = useNewClassCodeQuery(networkOnly);
  const [classCode, setClassCode] = useState<string>();
  if (classCode === undefined && data !== undefined) setClassCode(data.newClassCode);

  async function replace(): Promise<void> {
    const { data: next } = await refetch();
    if (next) setClassCode(next.newClassCode);
  }

  // The error link shows a failure; the next attempt to save asks again.
  return { classCode, replaceCode: () => void replace().catch(() => undefined) };
}

export function Component() {
  const { t } = useTranslation('classes');
  const navigate = useNavigate();
  const [initialValues] = useState(blankClass);
  const { classCode, replaceCode } = useNewCode();
  const [createClass] = useCreateClassMutation({
    ...ownProblems,
  });
  useTitle(t('newTitle'));

  const withKey = useIdempotencyKey();

  async function create(values: ClassFormValues): Promise<SubmitOutcome> {
    try {
      const { data } = await createClass({ variables: { input: withKey({ ...inputOf(values), classCode }) } });
      if (data === undefined) throw new Error('The new class came back empty');
      const { id, className } = data.createClass;
      return {
        saved: () => showToast({ message: t('created', { className }), severity: 'success' }),
        next: () => void navigate(paths.classDetail(id), { replace: true }),
      };
    } catch (error) {
      const problem = problemOf(error);
      // The shown code was not reserved and another class has taken it, so the form fetches a new code.
      if (problem.status === 409) replaceCode();
      return refusedBy(problem);
    }
  }

  return (
    <>
      <Link to={paths.classes} className="back-link">
        {t('title')}
      </Link>
      <header className="page-header">
        <h1>{t('newTitle')}</h1>
      </header>
      <ClassForm
        initialValues={initialValues}
        draftKey="class:new"
        submitText={t('createSubmit')}
        onSubmit={create}
        onCancel={() => void navigate(paths.classes)}
        notice={
          <p className="new-code">
            {t('newCode')} <strong className="code">{classCode ?? '…'}</strong>
            <small>{t('newCodeHint')}</small>
          </p>
        }
      />
    </>
  );
}
