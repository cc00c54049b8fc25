import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Animal, animalNamed } from '#web/shared/art/animals.tsx';
import { useMergeClassProfilesMutation, type ClassProfileRowFragment } from '#web/staff/operations.generated.ts';
import { Confirm } from '#web/staff/ui/controls/confirm.tsx';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';

interface MergeDialogProps {
  readonly classId: string;
  readonly profiles: readonly ClassProfileRowFragment[];
  readonly onClose: () => void;
  readonly onMerged: () => void;
}

/** Merges several profiles into the chosen one. The dialog explains the result, since there is no Undo. */
export function MergeDialog({ classId, profiles, onClose, onMerged }: MergeDialogProps) {
  const { t } = useTranslation(['classes', 'common']);
  const [likeliest] = [...profiles].sort(likelierFirst);
  const [intoId, setIntoId] = useState(likeliest?.id ?? '');
  const [merge, { loading }] = useMergeClassProfilesMutation();

  async function confirm(): Promise<void> {
    const fromIds = profiles.map(({ id }) => id).filter((id) => id !== intoId);
    try {
      const { data } = await merge({ variables: { input: { classId, intoId, fromIds } } });
      showToast({ message: t('merged', { name: data?.mergeClassProfiles.name ?? '' }), severity: 'success' });
      onMerged();
    } catch {
      // The error link has shown the problem.
    }
    onClose();
  }

  return (
    <Confirm
      isOpen
      title={t('mergeTitle', { count: profiles.length })}
      text={
        <>
          <p>{t('mergeText')}</p>
          <p>{t('mergeCards')}</p>
          <fieldset className="merge-choices">
            <legend>{t('mergeWhich')}</legend>
            {profiles.map(({ id, name, animal, postCount }) => (
              <label key={id} className="merge-choice" data-checked={id === intoId || undefined}>
                <input type="radio" name="into" checked={id === intoId} onChange={() => setIntoId(id)} />
                <Animal name={animalNamed(animal)} size={36} />
                <span>{name}</span>
                <small>{t('postCount', { count: postCount })}</small>
              </label>
            ))}
          </fieldset>
        </>
      }
      confirmText={t('mergeConfirm')}
      cancelText={t('common.cancel')}
      busy={loading}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}

const isOfRegister = ({ number, reading }: ClassProfileRowFragment) => number !== null || reading !== '';

// The child most likely has the card of the profile that staff wrote down. Of several such profiles, or of none, the child
// most likely uses the profile with the most posts.
const likelierFirst = (one: ClassProfileRowFragment, other: ClassProfileRowFragment) =>
  Number(isOfRegister(other)) - Number(isOfRegister(one)) || other.postCount - one.postCount;
