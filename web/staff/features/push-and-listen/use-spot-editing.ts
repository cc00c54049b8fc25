import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '#web/shared/apollo/problem.ts';
import type { SoundItemFragment } from '#web/staff/operations.generated.ts';
import type { Area } from '#web/staff/ui/pictures/area.ts';
import { toastProblem } from '#web/staff/platform/toasts/problem-toast.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { inputOf, valuesOf, type Items } from './use-items.ts';

interface Editing {
  /** The item as it was when the tools opened. */
  readonly opened: SoundItemFragment;
  readonly spot: Area | null;
}

/** Edits one spot at a time; the draft is in this state until it is saved. `rows` are the items as the list has them. */
export function useSpotEditing(items: Pick<Items, 'change'>, rows: readonly SoundItemFragment[]) {
  const { t } = useTranslation('push-and-listen');
  const [editing, setEditing] = useState<Editing>();
  const item = rows.find(({ id }) => id === editing?.opened.id) ?? editing?.opened;

  async function save(): Promise<void> {
    if (editing === undefined || item === undefined) return;
    const { opened, spot } = editing;
    // A newer version with the same spot, such as one with a new name, is no conflict.
    const { version } = isSame(spotOf(item), spotOf(opened)) ? item : opened;
    try {
      const stored = await items.change({ id: item.id, version, ...inputOf(valuesOf(item)), spot });
      // Meanwhile the user may have drawn this spot again, or begun another one: what is not saved yet stays open.
      setEditing((now) => {
        if (now === editing) return undefined;
        return now?.opened.id === stored.id ? { ...now, opened: stored } : now;
      });
      showToast({ message: t(spot ? 'spotSaved' : 'spotRemoved', { name: item.name }), severity: 'success' });
    } catch (error) {
      toastProblem(problemOf(error));
    }
  }

  return {
    editing: editing && item && { id: item.id, name: item.name, spot: editing.spot },
    begin: (chosen: SoundItemFragment) => setEditing({ opened: chosen, spot: spotOf(chosen) }),
    draw: (spot: Area | null) => setEditing((before) => before && { ...before, spot }),
    save,
    cancel: () => setEditing(undefined),
  };
}

/** Converts a cached spot to GraphQL's input, which takes the sides alone. */
const spotOf = ({ spot }: SoundItemFragment): Area | null =>
  spot && { x: spot.x, y: spot.y, width: spot.width, height: spot.height };

const isSame = (one: Area | null, other: Area | null): boolean => JSON.stringify(one) === JSON.stringify(other);
