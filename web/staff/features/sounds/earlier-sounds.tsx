import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Picker } from '#web/staff/ui/forms/picker.tsx';
import { latestData } from '#web/staff/ui/lists/list-answer.ts';
import { useEarlierSoundsQuery, type EarlierSoundsQuery } from '#web/staff/operations.generated.ts';

export type EarlierSound = EarlierSoundsQuery['audioFiles']['items'][number];

/** A first page that is short enough to read; typing narrows the search to reach other sounds. */
const page = { number: 1, size: 30 };

/** A picker for an earlier sound. The server searches by file name. */
export function EarlierSounds({ onPick }: { readonly onPick: (sound: EarlierSound) => void }) {
  const { t } = useTranslation('sounds');
  const [search, setSearch] = useState<string>();
  const query = useEarlierSoundsQuery({
    variables: { search: search || null, page },
    skip: search === undefined,
  });
  const found = latestData(query)?.audioFiles.items ?? [];
  return (
    <Picker
      aria-label={t('earlier')}
      placeholder={t('earlierSearch')}
      options={found.map(({ id, fileName, durationMs }) => ({
        value: id,
        label: fileName,
        detail: lengthInWords(durationMs),
      }))}
      source={{ onSearch: setSearch, answered: query.data && search, known: [] }}
      value={null}
      onPick={(id) => {
        const sound = found.find((one) => one.id === id);
        if (sound !== undefined) onPick(sound);
      }}
    />
  );
}

/** The length of a sound in a player's format: `0:07`, `3:02`. */
export function lengthInWords(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
