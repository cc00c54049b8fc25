import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { schoolToday } from '#web/staff/platform/settings/settings.ts';
import { useDraftQuestion } from '#web/staff/features/printed-codes/use-draft-question.ts';
import { useEdit } from '#web/staff/ui/forms/use-edit.tsx';
import {
  TextBookDocument,
  useUpdateTextBookMutation,
  type TextBookDetailFragment,
  type TextBookQuery,
} from '#web/staff/operations.generated.ts';
import { classesOfTextBook } from '#web/staff/features/textbooks/classes-of-textbook.ts';
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

  async function isTaught(): Promise<boolean> {
    const classes = await classesOfTextBook(client, found.id).catch(() => undefined);
    return classes?.items.some(({ status, endDate }) => status === 'ACTIVE' && endDate >= schoolToday()) ?? false;
  }

  const { seen, save, notice } = useEdit({
    found,
    // The server refuses a draft of a textbook that is taught now, and names the classes: the question would be in vain.
    ask: async (values: TextBookFormValues, now) =>
      !values.published && now.publishedAt !== null && (await isTaught()) ? undefined : ask(values, now),
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
