import { useTranslation } from 'react-i18next';

/** Says why a sign-in takes long, to screen readers too; always in the page, so that they notice its words. */
export function SlowNotice({ slow }: { readonly slow: boolean }) {
  const { t } = useTranslation('auth');
  return <p role="status">{slow ? t('slowSignIn') : null}</p>;
}
