import { Button } from '@blueprintjs/core';
import { Select } from '#web/staff/ui/controls/select.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useTextBookChoicesQuery,
  useStartRosterImportMutation,
  type RosterImportProgressFragment,
} from '#web/staff/operations.generated.ts';

interface RosterStartProps {
  readonly job: RosterImportProgressFragment;
  readonly onStarted: () => void;
}

/** Chooses the textbook of each course, and starts the import of a checked package. */
export function RosterStart({ job: { id, courses }, onStarted }: RosterStartProps) {
  const { t } = useTranslation('one-roster');
  const { data } = useTextBookChoicesQuery({ skip: courses.length === 0 });
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [start, { loading }] = useStartRosterImportMutation();
  const books = data?.allTextBooks ?? [];

  async function begin(): Promise<void> {
    const textBooks = courses.flatMap(({ courseId }) => {
      const textBookId = chosen[courseId];
      return textBookId ? [{ courseId, textBookId }] : [];
    });
    const started = await start({ variables: { id, textBooks } }).catch(() => undefined);
    if (started?.data) onStarted();
  }

  return (
    <>
      {courses.length > 0 && (
        <div className="roster-courses">
          <h3>{t('coursesTitle')}</h3>
          <p className="import-read">{t('coursesText')}</p>
          <div className="import-errors roster-table">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('course')}</th>
                  <th scope="col">{t('classCount')}</th>
                  <th scope="col">{t('textBook')}</th>
                </tr>
              </thead>
              <tbody>
                {courses.map(({ courseId, title, code, classes, textBookId }) => (
                  <tr key={courseId}>
                    <th scope="row">{code === '' ? title : `${title} (${code})`}</th>
                    <td>{classes}</td>
                    <td>
                      <Select
                        aria-label={t('textBookOf', { course: title })}
                        value={chosen[courseId] ?? textBookId ?? ''}
                        onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, [courseId]: value })}
                      >
                        {textBookId === null && <option value="">{t('noTextBook')}</option>}
                        {books.map((book) => (
                          <option key={book.id} value={book.id}>
                            {book.name}
                          </option>
                        ))}
                      </Select>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
      <p>
        <Button
          intent="primary"
          size="large"
          text={t('start')}
          aria-disabled={loading}
          onClick={loading ? undefined : () => void begin()}
        />
      </p>
    </>
  );
}
