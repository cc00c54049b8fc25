import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import {
  SchoolDocument,
  useUpdateSchoolMutation,
  type SchoolDetailFragment,
  type SchoolQuery,
} from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useEdit } from '#web/staff/ui/forms/use-edit.tsx';
import { SchoolForm } from './school-form.tsx';
import { valuesOf, type SchoolFormValues } from './school-values.ts';

interface SchoolEditProps {
  readonly found: SchoolDetailFragment;
  readonly onDone: () => void;
}

/** Renames a school. */
export function SchoolEdit({ found, onDone }: SchoolEditProps) {
  const { t } = useTranslation(['schools', 'common']);
  const [updateSchool] = useUpdateSchoolMutation(ownProblems);
  const draftKey = `school:${found.id}`;
  const { save, notice } = useEdit({
    found,
    draftKey,
    valuesOf,
    send: (target, values: SchoolFormValues) =>
      updateSchool({ variables: { input: { name: values.name.trim(), ...target } } }),
    query: SchoolDocument,
    detailOf: (data: SchoolQuery) => unmask<SchoolDetailFragment>(data.school),
    savedText: t('saved'),
    onDone,
  });
  return (
    <SchoolForm
      initialValues={valuesOf(found)}
      draftKey={draftKey}
      submitText={t('common.save')}
      onSubmit={save}
      onCancel={onDone}
      notice={notice}
    />
  );
}
