import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useDraftQuestion } from '#web/staff/features/printed-codes/use-draft-question.ts';
import { useEdit } from '#web/staff/ui/forms/use-edit.tsx';
import {
  ContentDocument,
  useUpdateContentMutation,
  type ContentDetailFragment,
  type ContentQuery,
} from '#web/staff/operations.generated.ts';
import { ContentForm } from './content-form.tsx';
import { inputOf, valuesOf, type ContentFormValues } from './content-values.ts';

/** Changes a content. */
export function ContentEdit({ found }: { readonly found: ContentDetailFragment }) {
  const { t } = useTranslation(['contents', 'common']);
  const navigate = useNavigate();
  const [updateContent] = useUpdateContentMutation(ownProblems);
  const onDone = () => void navigate(paths.lessonDetail(found.unit.id));
  const { ask, question } = useDraftQuestion({ name: found.name, textBookId: found.textBook.id });
  const { seen, save, notice } = useEdit({
    found,
    ask,
    draftKey: `content:${found.id}`,
    valuesOf,
    send: (target, values: ContentFormValues) =>
      updateContent({ variables: { input: { ...inputOf(values), ...target } } }),
    query: ContentDocument,
    detailOf: (data: ContentQuery) => unmask<ContentDetailFragment>(data.content),
    savedText: t('saved'),
    onDone,
  });
  return (
    <>
      <ContentForm
        initialValues={valuesOf(found)}
        draftKey={`content:${found.id}`}
        current={seen}
        submitText={t('common.save')}
        onSubmit={save}
        onCancel={onDone}
        notice={notice}
      />
      {question}
    </>
  );
}
