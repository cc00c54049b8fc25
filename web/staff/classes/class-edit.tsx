import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { ownProblems } from '#web/staff/apollo/problem-link.ts';
import type { SubmitOutcome } from '#web/staff/forms/form.tsx';
import { refusedBy } from '#web/staff/forms/refused-by.ts';
import {
  ClassDocument,
  useUpdateClassMutation,
  type ClassDetailFragment,
  type ClassQuery,
} from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/toasts/toast-store.ts';
import { ClassConflict } from './class-conflict.tsx';
import { ClassForm } from './class-form.tsx';
import { inputOf, valuesOf, type ClassFormValues } from './class-values.ts';

interface ClassEditProps {
  readonly found: ClassDetailFragment;
  readonly onDone: () => void;
}

/** Changes a class. Somebody else's change in between is shown, never overwritten unseen. */
export function ClassEdit({ found, onDone }: ClassEditProps) {
  const { t } = useTranslation(['classes', 'common']);
  const client = useApolloClient();
  // The version that the typed values answer to: the one first read, or the newer one looked at since.
  const [seen, setSeen] = useState(found);
  const [theirs, setTheirs] = useState<ClassDetailFragment>();
  const [updateClass] = useUpdateClassMutation(ownProblems);

  async function save(values: ClassFormValues): Promise<SubmitOutcome> {
    try {
      await updateClass({ variables: { input: { ...inputOf(values), id: seen.id, version: seen.version } } });
      return {
        saved: () => {
          showToast({ message: t('saved'), severity: 'success' });
          onDone();
        },
      };
    } catch (error) {
      const problem = problemOf(error);
      if (problem.messageKey !== 'messages.changedMeanwhile') return refusedBy(problem);
      const { data } = await client.query<ClassQuery>({
        query: ClassDocument,
        variables: { id: seen.id },
        fetchPolicy: 'network-only',
      });
      setTheirs(data?.class);
      return { problems: { form: 'messages.checkAndResubmit' } };
    }
  }

  return (
    <ClassForm
      initialValues={valuesOf(found)}
      draftKey={`class:${found.id}`}
      current={seen}
      submitText={t('common.save')}
      onSubmit={save}
      onCancel={onDone}
      notice={theirs && <ClassConflict key={theirs.version} theirs={theirs} onSeen={() => setSeen(theirs)} />}
    />
  );
}
