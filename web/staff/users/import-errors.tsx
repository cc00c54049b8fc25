import { useTranslation } from 'react-i18next';
import { messageText } from '#web/shared/i18n/message-text.ts';
import type { UserImportProgressFragment } from '#web/staff/operations.generated.ts';
import { isFileField } from './file-fields.ts';

interface ImportErrorsProps {
  readonly errors: UserImportProgressFragment['errors'];
  /** How many rows are wrong; more than are listed when there are many. */
  readonly failed: number;
}

/** What is wrong with which row, by the numbers that a spreadsheet shows. */
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
