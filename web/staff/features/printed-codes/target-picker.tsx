import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import {
  useTextBookChoicesQuery,
  useCodeTargetsQuery,
  type PrintedCodeRowFragment,
  type PrintedThingFactsFragment,
} from '#web/staff/operations.generated.ts';
import { Picker } from '#web/staff/ui/forms/picker.tsx';
import { useThingWords } from './use-thing-words.ts';

/** The first page of a search; typing narrows the search to reach other rows. */
const page = { number: 1, size: 50 };

interface TargetPickerProps {
  readonly textBookId: string;
  /** The id of the changed row itself, which is not offered as a target. */
  readonly without: string;
  readonly chosen: PrintedCodeRowFragment | undefined;
  readonly onChoose: (target: PrintedCodeRowFragment | undefined) => void;
}

/** Picks a textbook, unit or content in two steps: first the textbook, with the listed one preset, then the target. */
export function TargetPicker({ textBookId, without, chosen, onChoose }: TargetPickerProps) {
  const { t } = useTranslation('printed-codes');
  const { nameOf, placeOf } = useThingWords();
  const [bookId, setBookId] = useState(textBookId);
  const [search, setSearch] = useState<string>();
  const books = useTextBookChoicesQuery().data?.allTextBooks ?? [];
  const { data } = useCodeTargetsQuery({
    variables: { textBookId: bookId, search: search || null, page },
    skip: search === undefined,
  });
  const found = unmask<PrintedCodeRowFragment>(data?.printedCodes.items ?? []).filter(
    ({ id, printedFor }) => id !== without && !unmask<PrintedThingFactsFragment>(printedFor).deleted,
  );
  const optionOf = ({ id, code, otherCodes, printedFor }: PrintedCodeRowFragment) => ({
    value: id,
    label: nameOf(printedFor),
    detail: [placeOf(printedFor), code, ...otherCodes].join(' · '),
  });
  return (
    <div className="retarget-choice">
      <span aria-hidden>{t('inTextBook')}</span>
      <Picker
        aria-label={t('inTextBook')}
        options={books.map(({ id, name, shortCode }) => ({ value: id, label: name, detail: shortCode }))}
        value={bookId}
        onPick={(id) => {
          if (id === null) return;
          setBookId(id);
          setSearch(undefined);
          onChoose(undefined);
        }}
      />
      <span aria-hidden>{t('toOpen')}</span>
      <Picker
        key={bookId}
        aria-label={t('toOpen')}
        placeholder={t('search')}
        options={found.map(optionOf)}
        source={{ onSearch: setSearch, answered: data && search, known: chosen ? [optionOf(chosen)] : [] }}
        value={chosen?.id ?? null}
        onPick={(id) => onChoose(found.find((one) => one.id === id))}
      />
    </div>
  );
}
