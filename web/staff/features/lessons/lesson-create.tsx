import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useIdempotencyKey } from '#web/shared/use-idempotency-key.ts';
import type { SubmitManner } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { useAnother } from '#web/staff/ui/forms/form-buttons.tsx';
import { useCreateLessonMutation, useTextBookOfNewLessonQuery } from '#web/staff/operations.generated.ts';
import { DetailScreen } from '#web/staff/ui/lists/detail-screen.tsx';
import { Breadcrumbs, unitTitle } from '#web/staff/features/curriculum/breadcrumbs.tsx';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { LessonForm } from './lesson-form.tsx';
import { inputOf, newLessonValues, type LessonFormValues } from './lesson-values.ts';

export const loader = words('lessons', 'textbooks', 'lists');

/** A new unit at the end of its textbook. */
export function Component() {
  const { t } = useTranslation(['lessons', 'textbooks']);
  const { textBookId = '' } = useParams();
  const navigate = useNavigate();
  const query = useTextBookOfNewLessonQuery({ variables: { id: textBookId } });
  const [initialValues, setInitialValues] = useState(newLessonValues);
  const { round, again } = useAnother();
  const withKey = useIdempotencyKey(round);
  const [createLesson] = useCreateLessonMutation(ownProblems);
  const book = query.data?.textBook;
  useTitle(t('newTitle'));

  async function create(values: LessonFormValues, { another }: SubmitManner): Promise<SubmitOutcome> {
    try {
      const { data } = await createLesson({ variables: { input: withKey({ ...inputOf(values), textBookId }) } });
      if (data === undefined) throw new Error('The new unit came back empty');
      const made = data.createLesson;
      return {
        saved: () => showToast({ message: t('created', { name: unitTitle(made) }), severity: 'success' }),
        next: () => {
          if (another) {
            setInitialValues({ ...newLessonValues, number: String(made.number + 1), published: values.published });
            again();
          } else void navigate(paths.lessonDetail(made.id), { replace: true });
        },
      };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  return (
    <DetailScreen
      list={paths.textbooks}
      title={t('textbooks.title')}
      trail={<Breadcrumbs textBook={book} current={t('newTitle')} />}
      missingTitle={t('textbooks.missingTitle')}
      missingText={t('textbooks.missingText')}
      query={query}
    >
      {book && (
        <>
          <header className="page-header">
            <h1>{t('newTitle')}</h1>
          </header>
          <LessonForm
            key={round}
            initialValues={initialValues}
            draftKey={`lesson:new:${textBookId}`}
            submitText={t('createSubmit')}
            another={{ text: t('saveAndAnother') }}
            onSubmit={create}
            onCancel={() => void navigate(paths.textbookDetail(textBookId))}
          />
        </>
      )}
    </DetailScreen>
  );
}
