import { Book } from '@blueprintjs/icons';
import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { PickerField } from '#web/staff/ui/forms/picker-field.tsx';
import { useTextBookChoicesQuery, type ClassDetailFragment } from '#web/staff/operations.generated.ts';

/** A picker for the textbook, beside the chosen textbook's cover. */
export function BookField({ current }: { readonly current: ClassDetailFragment['textBook'] | undefined }) {
  const { t } = useTranslation('classes');
  const { data } = useTextBookChoicesQuery();
  const { input } = useField<string>('textBookId', { subscription: { value: true } });
  const published = data?.allTextBooks ?? [];
  // A book that is no longer published stays on the classes that have it.
  const books = current && !published.some(({ id }) => id === current.id) ? [current, ...published] : published;
  const cover = books.find(({ id }) => id === input.value)?.thumbnail?.url;
  return (
    <div className="book-field">
      <span className="book-cover">{cover === undefined ? <Book size={22} /> : <img src={cover} alt="" />}</span>
      <PickerField
        name="textBookId"
        label={t('textBook')}
        placeholder={t('chooseTextBook')}
        none=""
        required
        options={books.map(({ id, name, shortCode, thumbnail }) => ({
          value: id,
          label: name,
          detail: shortCode,
          picture: thumbnail?.url,
        }))}
      />
    </div>
  );
}
