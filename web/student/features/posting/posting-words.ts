import { useTranslation } from 'react-i18next';

/** `t` for the namespace of posting; other namespaces need a prefix. */
export function usePostingWords() {
  return useTranslation(['posting', 'sending', 'student']);
}
