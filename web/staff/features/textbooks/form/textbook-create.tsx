import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useIdempotencyKey } from '#web/shared/use-idempotency-key.ts';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { useCreateTextBookMutation } from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { TextBookForm } from './textbook-form.tsx';
import { inputOf, newTextBookValues, type TextBookFormValues } from './textbook-values.ts';

export const loader = words('textbooks');

export function Component() {
  const { t } = useTranslation('textbooks');
  const navigate = useNavigate();
  const [createTextBook] = useCreateTextBookMutation({
    ...ownProblems,
  });
  useTitle(t('newTitle'));

  const withKey = useIdempotencyKey();

  async function create(values: TextBookFormValues): Promise<SubmitOutcome> {
    try {
      const { data } = await createTextBook({ variables: { input: withKey(inputOf(values)) } });
      if (data === undefined) throw new Error('The new textbook came back empty');
      const { id, name } = data.createTextBook;
      return {
        saved: () => showToast({ message: t('created', { name }), severity: 'success' }),
        next: () => void navigate(paths.textbookDetail(id), { replace: true }),
      };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  return (
    <>
      <Link to={paths.textbooks} className="back-link">
        {t('title')}
      </Link>
      <header className="page-header">
        <h1>{t('newTitle')}</h1>
      </header>
      <TextBookForm
        initialValues={newTextBookValues}
        draftKey="textbook:new"
        submitText={t('createSubmit')}
        onSubmit={create}
        onCancel={() => void navigate(paths.textbooks)}
      />
    </>
  );
}
