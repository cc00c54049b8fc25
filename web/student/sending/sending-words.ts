import { useTranslation } from 'react-i18next';

/** `t` for the words of what is on its way to a wall; those of other files with their name before them. */
export function useSendingWords() {
  return useTranslation(['sending', 'student']);
}
