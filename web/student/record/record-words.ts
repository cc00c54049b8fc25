import { useTranslation } from 'react-i18next';

/** `t` for the words of the desk; those of other files with their name before them. */
export function useRecordWords() {
  return useTranslation(['record', 'student', 'sending']);
}
