import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { z } from 'zod';
import { paths } from '#web/paths.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useAddClassStudentsMutation, useWaitingStudentsQuery } from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { ClassFrame } from '#web/staff/features/classes/detail/class-frame.tsx';
import { useAllProfiles } from '#web/staff/features/classes/name-cards/use-all-profiles.ts';
import { FormButtons } from '#web/staff/ui/forms/form-buttons.tsx';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { refusedBy, type SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { useIdempotencyKey } from '#web/shared/use-idempotency-key.ts';
import { listProblem, newLine, studentsIn, type RosterChild, type RosterLine } from './roster-line.ts';
import { RosterList } from './roster-list.tsx';
import '#web/staff/ui/forms/form-cards.css';
import './students-add.css';

export const loader = words('classes', 'roster', 'lists');

interface RosterValues {
  readonly pasted: string;
  readonly students: readonly RosterLine[];
}

/** A class's list of children: pasted, from a file, or one by one. */
export function Component() {
  const { t } = useTranslation('roster');
  const { id = '' } = useParams();
  const { there, refetch } = useChildren(id);
  return (
    <ClassFrame id={id} part={t('title')}>
      {() => <StudentsAdd classId={id} there={there} onClash={refetch} />}
    </ClassFrame>
  );
}

/** The children that the server compares new ones with: those of the class, and those who wait to be let in. */
function useChildren(classId: string) {
  const { profiles = nobody, refetch } = useAllProfiles(classId);
  const waiting = useWaitingStudentsQuery({ variables: { classId } });
  const items = waiting.data?.classProfiles.items;
  const there = useMemo(
    () => [...profiles, ...(items ?? []).map(({ name, number }): RosterChild => ({ name, number, waits: true }))],
    [profiles, items],
  );
  function refetchAll(): void {
    refetch();
    // The error link shows a failure.
    void waiting.refetch().catch(() => undefined);
  }
  return { there, refetch: refetchAll };
}

interface StudentsAddProps {
  readonly classId: string;
  /** The children of the class, as far as they are known, with those who wait to be let in. */
  readonly there: readonly RosterChild[];
  /** Called after a conflict: another person has changed the class. */
  readonly onClash: () => void;
}

const nobody: readonly RosterChild[] = [];

function StudentsAdd({ classId, there, onClash }: StudentsAddProps) {
  const { t } = useTranslation('roster');
  const navigate = useNavigate();
  const [initialValues] = useState((): RosterValues => ({ pasted: '', students: [newLine()] }));
  const rules = useMemo(() => rulesBeside(there), [there]);
  const withKey = useIdempotencyKey();
  const [addStudents] = useAddClassStudentsMutation({
    ...ownProblems,
  });

  async function add({ students }: RosterValues): Promise<SubmitOutcome> {
    try {
      const { data } = await addStudents({
        variables: { input: withKey({ classId, students: studentsIn(students) }) },
      });
      if (data === undefined) throw new Error('The new students came back empty');
      const { length } = data.addClassStudents;
      return {
        saved: () => showToast({ message: t('added', { count: length }), severity: 'success' }),
        next: () => void navigate(paths.classStudents(classId), { replace: true }),
      };
    } catch (error) {
      const problem = problemOf(error);
      // The refetched class has the children added in between, so the lines can show the conflicts.
      if (problem.status === 409) onClash();
      return refusedBy(problem);
    }
  }

  return (
    <Form
      className="form-cards roster-form"
      initialValues={initialValues}
      rules={rules}
      draftKey={`roster:${classId}`}
      onSubmit={add}
    >
      {({ submitting }) => (
        <>
          <RosterList there={there} />
          <FormButtons
            submitting={submitting}
            submitText={t('submit')}
            onCancel={() => void navigate(paths.classStudents(classId))}
          />
        </>
      )}
    </Form>
  );
}

const rulesBeside = (there: readonly RosterChild[]) =>
  z.object({
    students: z.custom<readonly RosterLine[]>().superRefine((lines, context) => {
      const message = listProblem(lines, there);
      if (message !== null) context.addIssue({ code: 'custom', message });
    }),
  });
