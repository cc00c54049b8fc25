import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useDraftQuestion } from '#web/staff/features/printed-codes/use-draft-question.ts';
import { useEdit } from '#web/staff/ui/forms/use-edit.tsx';
import {
  LessonAloneDocument,
  useUpdateLessonMutation,
  type LessonDetailFragment,
  type LessonAloneQuery,
} from '#web/staff/operations.generated.ts';
import { unitTitle } from '#web/staff/features/curriculum/breadcrumbs.tsx';
import { LessonForm } from './lesson-form.tsx';
import { inputOf, valuesOf, type LessonFormValues } from './lesson-values.ts';

interface LessonEditProps {
  readonly found: LessonDetailFragment;
  readonly onDone: () => void;
}

/** Changes a unit. */
export function LessonEdit({ found, onDone }: LessonEditProps) {
  const { t } = useTranslation(['lessons', 'common']);
  const [updateLesson] = useUpdateLessonMutation(ownProblems);
  const { ask, question } = useDraftQuestion({ name: unitTitle(found), textBookId: found.textBookId });
  const { save, notice } = useEdit({
    found,
    ask,
    draftKey: `lesson:${found.id}`,
    valuesOf,
    send: (target, values: LessonFormValues) =>
      updateLesson({ variables: { input: { ...inputOf(values), ...target } } }),
    query: LessonAloneDocument,
    detailOf: (data: LessonAloneQuery) => unmask<LessonDetailFragment>(data.lesson),
    savedText: t('saved'),
    onDone,
  });
  return (
    <>
      <LessonForm
        initialValues={valuesOf(found)}
        draftKey={`lesson:${found.id}`}
        submitText={t('common.save')}
        onSubmit={save}
        onCancel={onDone}
        notice={notice}
      />
      {question}
    </>
  );
}
