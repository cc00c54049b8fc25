import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { useCreateSchoolMutation } from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { useIdempotencyKey } from '#web/shared/use-idempotency-key.ts';
import { useMayManageSchools } from './may-manage-schools.ts';
import { SchoolForm } from './school-form.tsx';
import { newSchoolValues, type SchoolFormValues } from './school-values.ts';

export const loader = words('schools', 'forms');

/** A new school. Only administrators create one. */
export function Component() {
  const { t } = useTranslation('schools');
  const navigate = useNavigate();
  const withKey = useIdempotencyKey();
  const mayManage = useMayManageSchools();
  const [createSchool] = useCreateSchoolMutation({
    ...ownProblems,
  });
  useTitle(t('newTitle'));

  async function create(values: SchoolFormValues): Promise<SubmitOutcome> {
    try {
      const { data } = await createSchool({ variables: { input: withKey({ name: values.name.trim() }) } });
      if (data === undefined) throw new Error('The new school came back empty');
      const { id, name } = data.createSchool;
      return {
        saved: () => showToast({ message: t('created', { name }), severity: 'success' }),
        next: () => void navigate(paths.schoolDetail(id), { replace: true }),
      };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  if (!mayManage) return <Navigate to={paths.schools} replace />;
  return (
    <>
      <Link to={paths.schools} className="back-link">
        {t('title')}
      </Link>
      <header className="page-header">
        <h1>{t('newTitle')}</h1>
      </header>
      <SchoolForm
        initialValues={newSchoolValues}
        draftKey="school:new"
        submitText={t('createSubmit')}
        onSubmit={create}
        onCancel={() => void navigate(paths.schools)}
      />
    </>
  );
}
