import { useTranslation } from 'react-i18next';
import { messageText } from '#web/shared/i18n/message-text.ts';
import type { RosterImportProgressFragment } from '#web/staff/operations.generated.ts';

interface RosterRowsProps {
  readonly rows: RosterImportProgressFragment['rows'];
  /** The number of refused or skipped rows, which can be larger than the number of listed rows. */
  readonly total: number;
}

const outcomeWords = {
  CREATED: 'outcome-created',
  UPDATED: 'outcome-updated',
  UNCHANGED: 'outcome-unchanged',
  SKIPPED: 'outcome-skipped',
  REFUSED: 'outcome-refused',
} as const;

/** The rows that were refused or skipped, and why, by the numbers that a spreadsheet shows. */
export function RosterRows({ rows, total }: RosterRowsProps) {
  const { t } = useTranslation('one-roster');
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{t('rowsTitle')}</h3>
      <div className="import-errors roster-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('columnRow')}</th>
              <th scope="col">{t('columnOutcome')}</th>
              <th scope="col">{t('columnProblem')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ file, row, sourcedId, outcome, problems }) => (
              <tr key={`${file} ${row}`}>
                <th scope="row">
                  {`${file} ${String(row)}`}
                  <div className="import-read">{sourcedId}</div>
                </th>
                <td>{t(outcomeWords[outcome])}</td>
                <td>
                  {problems.map(({ field, messageKey }) => (
                    <div key={`${field ?? ''} ${messageKey}`}>
                      {field === null ? '' : `${field}: `}
                      {messageText(messageKey) ?? messageKey}
                    </div>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > rows.length && <p className="import-more">{t('rowsMore', { count: rows.length })}</p>}
    </>
  );
}
