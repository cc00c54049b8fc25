import { useTranslation } from 'react-i18next';

/** Explains a slow sign-in. The live region is always mounted, so that screen readers announce the text. */
export function SlowNotice({ slow }: { readonly slow: boolean }) {
  const { t } = useTranslation('auth');
  return <p role="status">{slow ? t('slowSignIn') : null}</p>;
}
