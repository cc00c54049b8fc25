import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '#web/shared/apollo/problem.ts';
import type { SoundItemFragment } from '#web/staff/operations.generated.ts';
import type { Area } from '#web/staff/ui/pictures/area.ts';
import { toastProblem } from '#web/staff/platform/toasts/problem-toast.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { changedItem, type useItems } from './use-items.ts';

interface Editing {
  readonly item: SoundItemFragment;
  readonly spot: Area | null;
}

/** Edits one spot at a time; the draft is in this state until it is saved. */
export function useSpotEditing(items: ReturnType<typeof useItems>) {
  const { t } = useTranslation('push-and-listen');
  const [editing, setEditing] = useState<Editing>();

  async function save(): Promise<void> {
    if (editing === undefined) return;
    const { item, spot } = editing;
    try {
      await items.change(changedItem(item, { spot: spot && { ...spot } }));
      setEditing(undefined);
      showToast({ message: t(spot ? 'spotSaved' : 'spotRemoved', { name: item.name }), severity: 'success' });
    } catch (error) {
      toastProblem(problemOf(error));
    }
  }

  return {
    editing: editing && { id: editing.item.id, name: editing.item.name, spot: editing.spot },
    begin: (item: SoundItemFragment) => setEditing({ item, spot: item.spot && { ...item.spot } }),
    draw: (spot: Area | null) => setEditing((before) => before && { ...before, spot }),
    save,
    cancel: () => setEditing(undefined),
  };
}
