import { useTranslation } from 'react-i18next';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';

const autoComplete = { firstName: 'given-name', lastName: 'family-name' };

/** A person's first and last name, in the order in which the page's language says them. */
export function NameFields() {
  const { t, i18n } = useTranslation('auth');
  const order = i18n.language === 'jp' ? (['lastName', 'firstName'] as const) : (['firstName', 'lastName'] as const);
  return order.map((name) => (
    <TextField key={name} name={name} label={t(name)} autoComplete={autoComplete[name]} required />
  ));
}
