import { useTranslation } from 'react-i18next';
import { messageText } from '#web/shared/i18n/message-text.ts';
import type { UserImportProgressFragment } from '#web/staff/operations.generated.ts';
import type { ClientProblem } from '#web/shared/apollo/problem.ts';
import { problemText } from '#web/staff/platform/toasts/problem-toast.ts';
import { localeOf } from '#schema/languages.ts';

/** The columns of a file; each is also a key of the namespace `users`. */
const fileFields = ['email', 'lastName', 'firstName', 'role', 'phoneNumber', 'phoneType', 'language'] as const;

type FileField = (typeof fileFields)[number];

export const isFileField = (name: string): name is FileField => fileFields.some((field) => field === name);

interface ImportErrorsProps {
  readonly errors: UserImportProgressFragment['errors'];
  /** The number of wrong rows, which can be larger than the number of listed rows. */
  readonly failed: number;
}

/** The problems of the rows, with the row numbers of a spreadsheet. */
export function ImportErrors({ errors, failed }: ImportErrorsProps) {
  const { t } = useTranslation('users');
  if (errors.length === 0) return null;
  const listed = new Set(errors.map(({ row }) => row)).size;
  return (
    <>
      <h3>{t('problemsTitle')}</h3>
      <div className="import-errors">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('fileRow')}</th>
              <th scope="col">{t('problemColumn')}</th>
              <th scope="col">{t('fileProblem')}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ row, field, messageKey }) => (
              <tr key={`${row} ${field} ${messageKey}`}>
                <th scope="row">{row}</th>
                <td>{isFileField(field) ? t(field) : field}</td>
                <td>{messageText(messageKey) ?? messageKey}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {failed > listed && <p className="import-more">{t('problemsMore', { count: errors.length })}</p>}
    </>
  );
}

/** The text for a problem with a file, with the column names in the page's language. */
export function useFileProblem(): (problem: ClientProblem) => string {
  const { t } = useTranslation('users');
  return (problem) => {
    const columns = problem.messageValues?.['columns'];
    if (columns === undefined) return problemText(problem);
    const named = columns.split(', ').map((field) => (isFileField(field) ? t(field) : field));
    return problemText({ ...problem, messageValues: { ...problem.messageValues, columns: named.join(', ') } });
  };
}

interface Count {
  readonly title: string;
  readonly count: number;
  readonly tone?: 'good' | 'bad' | undefined;
}

/** Numbers of people, each under its word. */
export function ImportCounts({ counts }: { readonly counts: readonly Count[] }) {
  const { i18n } = useTranslation();
  const format = new Intl.NumberFormat(localeOf(i18n.language));
  return (
    <dl className="import-counts">
      {counts.map(({ title, count, tone }) => (
        <div key={title} data-tone={tone}>
          <dt>{title}</dt>
          <dd>{format.format(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
