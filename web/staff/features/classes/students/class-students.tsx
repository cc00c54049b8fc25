import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { words } from '#web/shared/i18n/words.ts';
import { CreateLink, ListBody } from '#web/staff/ui/lists/list-page.tsx';
import { listAnswer } from '#web/staff/ui/lists/list-answer.ts';
import type { ListShape } from '#web/staff/ui/lists/list-state.ts';
import { mostAtOnce } from '#web/staff/ui/lists/selection.ts';
import { SortTools } from '#web/staff/ui/lists/sort-select.tsx';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import {
  ClassProfilesDocument,
  useClassProfilesQuery,
  type ClassProfileSortField,
} from '#web/staff/operations.generated.ts';
import { useAskedAgain } from '#web/staff/platform/apollo/use-asked-again.ts';
import { StudentsMore } from '#web/staff/features/classes/admission/students-more.tsx';
import { WaitingStudents } from '#web/staff/features/classes/admission/waiting-students.tsx';
import { ClassFrame } from '#web/staff/features/classes/detail/class-frame.tsx';
import { useProfileColumns } from './profile-columns.tsx';
import { StudentBulk } from './student-bulk.tsx';
import { useReadStudents } from './use-read-students.ts';
import '#web/staff/ui/lists/list-page.css';

export const loader = words('classes', 'lists');

const shape: ListShape<ClassProfileSortField, never> = {
  sortFields: ['NUMBER', 'NAME', 'JOINED_AT', 'LAST_SEEN_AT'],
  // Students without numbers are sorted by name.
  defaultSort: { field: 'NUMBER', direction: 'ASC' },
  filters: [],
};

/** The students of a class, as the profiles that have joined it. */
export function Component() {
  const { t } = useTranslation('classes');
  const { id = '' } = useParams();
  const control = useListState(shape);
  const { page, size, sort } = control.state;
  const variables = { classId: id, page: { number: page, size }, sort: [sort] };
  const query = useClassProfilesQuery({ variables });
  useAskedAgain(ClassProfilesDocument, variables);
  const columns = useProfileColumns(id);
  const answer = listAnswer(query, (data) => data.classProfiles);
  const create = { to: paths.addStudents(id), text: t('addStudents') };
  const readAll = useReadStudents({ classId: id, sort: [sort] });
  return (
    <ClassFrame id={id} part={t('students')} actions={() => <CreateLink {...create} />}>
      {() => (
        <>
          <WaitingStudents classId={id} />
          <section className="list-card" aria-label={t('students')}>
            <SortTools columns={columns} control={control} />
            <ListBody
              title={t('students')}
              columns={columns}
              keyOf={(row) => row.id}
              answer={answer}
              control={control}
              create={create}
              empty={{ title: t('noStudentsTitle'), text: t('noStudentsText') }}
              bulk={{
                rowLabel: (row) => row.name,
                actions: (selection) => <StudentBulk classId={id} readAll={readAll} selection={selection} />,
                allIds: async () => (await readAll()).slice(0, mostAtOnce).map((row) => row.id),
              }}
            />
          </section>
          <StudentsMore classId={id} />
        </>
      )}
    </ClassFrame>
  );
}
