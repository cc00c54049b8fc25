import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useEdit } from '#web/staff/ui/forms/use-edit.tsx';
import {
  ClassDocument,
  useUpdateClassMutation,
  type ClassDetailFragment,
  type ClassQuery,
} from '#web/staff/operations.generated.ts';
import { ClassForm } from './class-form.tsx';
import { inputOf, valuesOf, type ClassFormValues } from './class-values.ts';

interface ClassEditProps {
  readonly found: ClassDetailFragment;
  readonly onDone: () => void;
}

/** Changes a class. */
export function ClassEdit({ found, onDone }: ClassEditProps) {
  const { t } = useTranslation(['classes', 'common']);
  const [updateClass] = useUpdateClassMutation({
    ...ownProblems,
  });
  const { seen, save, notice } = useEdit({
    found,
    draftKey: `class:${found.id}`,
    valuesOf,
    send: (target, values: ClassFormValues) => {
      const approvalRequired = values.approvalRequired ?? found.approvalRequired;
      return updateClass({ variables: { input: { ...inputOf(values), approvalRequired, ...target } } });
    },
    query: ClassDocument,
    detailOf: (data: ClassQuery) => unmask<ClassDetailFragment>(data.class),
    savedText: t('saved'),
    onDone,
  });
  return (
    <ClassForm
      initialValues={valuesOf(found)}
      draftKey={`class:${found.id}`}
      current={seen}
      submitText={t('common.save')}
      onSubmit={save}
      onCancel={onDone}
      notice={notice}
    />
  );
}
