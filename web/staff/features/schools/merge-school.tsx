import { useTranslation } from 'react-i18next';
import { useMergeSchoolsMutation, type SchoolDetailFragment } from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import type { PickerOption } from '#web/staff/ui/forms/picker-options.ts';
import { ChooseDialog } from './choose-dialog.tsx';
import { useSchoolChoices } from './use-school-choices.ts';

interface MergeSchoolProps {
  /** The school that stays. */
  readonly into: Pick<SchoolDetailFragment, 'id' | 'name'>;
  readonly onClose: () => void;
}

/** Chooses another school, and makes it a part of this one. This cannot be undone, and the dialog says so. */
export function MergeSchool({ into: { id, name }, onClose }: MergeSchoolProps) {
  const { t } = useTranslation('schools');
  const choices = useSchoolChoices(id);
  const [mergeSchools, { loading }] = useMergeSchoolsMutation();

  async function merge(other: PickerOption): Promise<void> {
    try {
      await mergeSchools({ variables: { input: { intoId: id, fromId: other.value } } });
    } catch {
      // The error link has shown the problem.
      return;
    }
    showToast({ message: t('merged', { name, other: other.label }), severity: 'success' });
    onClose();
  }

  return (
    <ChooseDialog
      title={t('mergeTitle', { name })}
      text={
        <>
          <p>{t('mergeText', { name })}</p>
          <p>
            <strong>{t('mergeNoWayBack')}</strong>
          </p>
        </>
      }
      label={t('mergeWhich')}
      choices={choices}
      confirmText={t('mergeConfirm')}
      danger
      busy={loading}
      onConfirm={(other) => void merge(other)}
      onClose={onClose}
    />
  );
}
