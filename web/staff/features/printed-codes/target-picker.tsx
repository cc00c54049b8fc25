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
import { latestData } from '#web/staff/ui/lists/list-answer.ts';
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
  const [bookId, setBookId] = useState(textBookId);
  const books = useTextBookChoicesQuery().data?.allTextBooks ?? [];
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
          onChoose(undefined);
        }}
      />
      <span aria-hidden>{t('toOpen')}</span>
      <TargetOfBook key={bookId} textBookId={bookId} without={without} chosen={chosen} onChoose={onChoose} />
    </div>
  );
}

/** Picks the target. Needs an instance for each textbook: until a search is answered, it shows the options of the search before. */
function TargetOfBook({ textBookId, without, chosen, onChoose }: TargetPickerProps) {
  const { t } = useTranslation('printed-codes');
  const { nameOf, placeOf } = useThingWords();
  const [search, setSearch] = useState<string>();
  const query = useCodeTargetsQuery({
    variables: { textBookId, search: search || null, page },
    skip: search === undefined,
  });
  const found = unmask<PrintedCodeRowFragment>(latestData(query)?.printedCodes.items ?? []).filter(
    ({ id, printedFor }) => id !== without && !unmask<PrintedThingFactsFragment>(printedFor).deleted,
  );
  const optionOf = ({ id, code, otherCodes, printedFor }: PrintedCodeRowFragment) => ({
    value: id,
    label: nameOf(printedFor),
    detail: [placeOf(printedFor), code, ...otherCodes].join(' · '),
  });
  return (
    <Picker
      aria-label={t('toOpen')}
      placeholder={t('search')}
      options={found.map(optionOf)}
      source={{ onSearch: setSearch, answered: query.data && search, known: chosen ? [optionOf(chosen)] : [] }}
      value={chosen?.id ?? null}
      onPick={(id) => onChoose(found.find((one) => one.id === id))}
    />
  );
}
