import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { Select } from '#web/staff/ui/controls/select.tsx';
import { CheckboxField } from '#web/staff/ui/forms/checkbox-field.tsx';
import { FieldFrame } from '#web/staff/ui/forms/field-frame.tsx';

const name = 'approvalRequired';
const choices = ['', true, false] as const;

/** Chooses whether posts wait for approval. A new class can follow the school's setting. */
export function ApprovalField({ isNew }: { readonly isNew: boolean }) {
  const { t } = useTranslation('classes');
  // final-form gives an empty text for undefined.
  const { input } = useField<boolean | ''>(name);
  if (!isNew) return <CheckboxField name={name} label={t('approval')} hint={t('approvalHint')} asSwitch />;
  const words = [t('approvalDefault'), t('approvalOn'), t('approvalOff')];
  return (
    <FieldFrame name={name} label={t('posts')}>
      {({ 'aria-required': _required, ...control }) => (
        <Select
          {...control}
          name={name}
          value={choices.indexOf(input.value)}
          onChange={(event) => input.onChange(choices[event.target.selectedIndex])}
          onBlur={input.onBlur}
          onFocus={input.onFocus}
          fill
          options={words.map((label, value) => ({ value, label }))}
        />
      )}
    </FieldFrame>
  );
}
