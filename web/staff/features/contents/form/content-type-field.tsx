import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { asItIs } from '#web/staff/ui/forms/as-it-is.ts';
import { FieldFrame } from '#web/staff/ui/forms/field-frame.tsx';
import { typeWords, doesWords, offeredTypes, type OfferedType } from '#web/staff/features/contents/content-types.ts';
import { ContentTypePicture } from '#web/staff/features/contents/content-type-icon.tsx';

/** Chooses the type. The field comes first, because the type decides about the other fields. */
export function ContentTypeField() {
  const { t } = useTranslation(['contents', 'lessons']);
  const { input } = useField<OfferedType | null>('type', { allowNull: true, format: asItIs, parse: asItIs });
  return (
    <FieldFrame name="type" label={t('type')} required group>
      {(control, labelId) => (
        <div
          id={control.id}
          className="content-types"
          role="radiogroup"
          aria-labelledby={labelId}
          aria-describedby={control['aria-describedby']}
          aria-required
        >
          {offeredTypes.map((type) => (
            <label key={type} className="content-type" data-checked={input.value === type || undefined}>
              <input
                type="radio"
                name="type"
                value={type}
                checked={input.value === type}
                // ARIA has no invalid state for radio buttons; the form finds its first bad field by this attribute.
                data-invalid={control['aria-invalid'] || undefined}
                onChange={() => input.onChange(type)}
                onBlur={() => input.onBlur()}
                onFocus={() => input.onFocus()}
              />
              <ContentTypePicture type={type} />
              <span>
                <b>{t(`lessons.${typeWords[type]}`)}</b>
                <small>{t(doesWords[type])}</small>
              </span>
            </label>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}
