import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { today } from '#web/shared/i18n/days.ts';
import { askedNow } from '#web/staff/platform/apollo/freshness.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useDraftQuestion } from '#web/staff/features/printed-codes/use-draft-question.ts';
import { useEdit } from '#web/staff/ui/forms/use-edit.tsx';
import {
  ClassesOfTextBookDocument,
  TextBookDocument,
  useUpdateTextBookMutation,
  type ClassesOfTextBookQuery,
  type TextBookDetailFragment,
  type TextBookQuery,
} from '#web/staff/operations.generated.ts';
import { TextBookForm } from './textbook-form.tsx';
import { inputOf, valuesOf, type TextBookFormValues } from './textbook-values.ts';

interface TextBookEditProps {
  readonly found: TextBookDetailFragment;
  readonly onDone: () => void;
}

/** Changes a textbook. */
export function TextBookEdit({ found, onDone }: TextBookEditProps) {
  const { t } = useTranslation(['textbooks', 'common']);
  const [updateTextBook] = useUpdateTextBookMutation({
    ...ownProblems,
  });
  const client = useApolloClient();
  const { ask, question } = useDraftQuestion({ name: found.name, textBookId: found.id });

  async function isRunning(): Promise<boolean> {
    const { data } = await client.query<ClassesOfTextBookQuery>({
      ...{ query: ClassesOfTextBookDocument, variables: { textBookId: found.id } },
      ...askedNow,
      ...ownProblems,
    });
    const items = data?.classes.items ?? [];
    return items.some(({ status, endDate }) => status === 'ACTIVE' && endDate >= today());
  }

  const { seen, save, notice } = useEdit({
    found,
    // A textbook of running classes stays published, so no question is asked: the refusal names the classes.
    ask: async (values: TextBookFormValues, now) =>
      !values.published && (await isRunning().catch(() => false)) ? undefined : ask(values, now),
    draftKey: `textbook:${found.id}`,
    valuesOf,
    send: (target, values: TextBookFormValues) =>
      updateTextBook({ variables: { input: { ...inputOf(values), ...target } } }),
    query: TextBookDocument,
    detailOf: (data: TextBookQuery) => unmask<TextBookDetailFragment>(data.textBook),
    savedText: t('saved'),
    onDone,
  });
  return (
    <>
      <TextBookForm
        initialValues={valuesOf(found)}
        draftKey={`textbook:${found.id}`}
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
