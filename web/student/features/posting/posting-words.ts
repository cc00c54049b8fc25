import { useTranslation } from 'react-i18next';

/** `t` for the words of what a child puts on a wall; those of other files with their name before them. */
export function usePostingWords() {
  return useTranslation(['posting', 'sending', 'student']);
}
