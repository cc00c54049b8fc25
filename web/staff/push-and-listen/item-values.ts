import type { CreatePushAndListenItemInput, SoundItemFragment } from '#web/staff/operations.generated.ts';

/** What the fields of the item form hold, as `pushAndListenRules` checks it; the spot is drawn on the page. */
export interface ItemFormValues {
  name: string;
  audioId: string | null;
}

export const newItemValues: ItemFormValues = { name: '', audioId: null };

export const valuesOf = ({ name, audioId }: SoundItemFragment): ItemFormValues => ({ name, audioId });

type ItemInput = Omit<Required<CreatePushAndListenItemInput>, 'contentId'>;

/** The spot as GraphQL takes it; the cache's own has more to it than its sides. */
const spotOf = (spot: SoundItemFragment['spot']) =>
  spot && { x: spot.x, y: spot.y, width: spot.width, height: spot.height };

/** All fields of an item, some of them changed. Another sound is called as its own file. */
export function changedItem(item: SoundItemFragment, change: Partial<Pick<ItemInput, 'name' | 'audioId' | 'spot'>>) {
  const { id, version, name, audioId } = item;
  const isSame = change.audioId === undefined || change.audioId === audioId;
  return { id, version, name, audioId, fileName: isSame ? item.fileName : null, spot: spotOf(item.spot), ...change };
}
