import { Button } from '@blueprintjs/core';
import { MergeColumns } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { words } from '#web/shared/i18n/words.ts';
import { ListBody } from '#web/staff/ui/lists/list-page.tsx';
import { listAnswer } from '#web/staff/ui/lists/list-answer.ts';
import type { ListShape } from '#web/staff/ui/lists/list-state.ts';
import type { Selection } from '#web/staff/ui/lists/selection.ts';
import { useListState } from '#web/staff/ui/lists/use-list-state.ts';
import {
  useClassProfilesQuery,
  type ClassProfileRowFragment,
  type ClassProfileSortField,
} from '#web/staff/operations.generated.ts';
import { ClassFrame } from '#web/staff/features/classes/detail/class-frame.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { useProfileColumns } from './profile-columns.tsx';
import '#web/staff/ui/lists/list-page.css';

export const loader = words('classes', 'lists');

const shape: ListShape<ClassProfileSortField, never> = {
  sortFields: ['NAME', 'JOINED_AT', 'LAST_SEEN_AT'],
  defaultSort: { field: 'NAME', direction: 'ASC' },
  filters: [],
};

/** The students of a class, as the profiles that have joined it. */
export function Component() {
  const { t } = useTranslation('classes');
  const { id = '' } = useParams();
  const control = useListState(shape);
  const { page, size, sort } = control.state;
  const query = useClassProfilesQuery({ variables: { classId: id, page: { number: page, size }, sort: [sort] } });
  const columns = useProfileColumns(id);
  const answer = listAnswer(query, (data) => data.classProfiles);
  const rows = answer.page?.items ?? [];
  return (
    <ClassFrame id={id} part={t('students')}>
      {() => (
        <section className="list-card" aria-label={t('students')}>
          <ListBody
            title={t('students')}
            columns={columns}
            keyOf={(row) => row.id}
            answer={answer}
            control={control}
            empty={{ title: t('noStudentsTitle'), text: t('noStudentsText') }}
            bulk={{
              rowLabel: (row) => row.name,
              actions: (selection) => <MergeButton classId={id} rows={rows} selection={selection} />,
              allIds: () => Promise.resolve(rows.map((row) => row.id)),
            }}
          />
        </section>
      )}
    </ClassFrame>
  );
}

interface MergeButtonProps {
  readonly classId: string;
  readonly rows: readonly ClassProfileRowFragment[];
  readonly selection: Selection;
}

/** Merges the profiles of one student: at least two, all on this page. */
function MergeButton({ classId, rows, selection }: MergeButtonProps) {
  const { t } = useTranslation('classes');
  const [chosen, setChosen] = useState<readonly ClassProfileRowFragment[]>();

  async function ask(): Promise<void> {
    const ids = await selection.ids();
    setChosen(rows.filter(({ id }) => ids.includes(id)));
  }

  return (
    <>
      <Button icon={<MergeColumns />} text={t('merge')} disabled={selection.count < 2} onClick={ask} />
      {chosen && (
        <MergeDialog
          classId={classId}
          profiles={chosen}
          onClose={() => setChosen(undefined)}
          onMerged={selection.clear}
        />
      )}
    </>
  );
}
