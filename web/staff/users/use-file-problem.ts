import { useTranslation } from 'react-i18next';
import type { ClientProblem } from '#web/shared/apollo/problem.ts';
import { problemText } from '#web/staff/toasts/problem-toast.ts';
import { isFileField } from './file-fields.ts';

/** The words for what is wrong with a file, the names of its columns in the language of the page. */
export function useFileProblem(): (problem: ClientProblem) => string {
  const { t } = useTranslation('users');
  return (problem) => {
    const columns = problem.messageValues?.['columns'];
    if (columns === undefined) return problemText(problem);
    const named = columns.split(', ').map((field) => (isFileField(field) ? t(field) : field));
    return problemText({ ...problem, messageValues: { columns: named.join(', ') } });
  };
}
