import { useTranslation } from 'react-i18next';
import { staffName } from '#schema/staff-name.ts';
import {
  useAddSchoolMemberMutation,
  useMoveSchoolMemberMutation,
  useRemoveSchoolMemberMutation,
  type SchoolDetailFragment,
  type SchoolMemberRowFragment,
} from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import type { PickerOption } from '#web/staff/ui/forms/picker-options.ts';

/** Changes of a school's members. Each resolves to true on success. The error link shows the reason for a failure. */
export interface MemberChanges {
  readonly busy: boolean;
  readonly add: (userId: string) => Promise<boolean>;
  readonly remove: (member: SchoolMemberRowFragment) => Promise<boolean>;
  readonly move: (member: SchoolMemberRowFragment, to: PickerOption) => Promise<boolean>;
}

export function useMemberChanges({ id: schoolId, name }: Pick<SchoolDetailFragment, 'id' | 'name'>): MemberChanges {
  const { t } = useTranslation('schools');
  const [addMember, adding] = useAddSchoolMemberMutation();
  const [removeMember, removing] = useRemoveSchoolMemberMutation();
  const [moveMember, moving] = useMoveSchoolMemberMutation();

  const add = (userId: string) => isDone(addMember({ variables: { input: { schoolId, userId } } }));

  async function remove(member: SchoolMemberRowFragment): Promise<boolean> {
    const variables = { input: { schoolId, userId: member.id } };
    const done = await isDone(removeMember({ variables }));
    if (done)
      toastUndo({
        message: t('removed', { member: staffName(member), name }),
        undo: async () => void (await addMember({ variables, ...ownProblems })),
      });
    return done;
  }

  async function move(member: SchoolMemberRowFragment, { value: toSchoolId, label }: PickerOption): Promise<boolean> {
    const userId = member.id;
    const done = await isDone(moveMember({ variables: { input: { schoolId, userId, toSchoolId } } }));
    const back = { schoolId: toSchoolId, userId, toSchoolId: schoolId };
    if (done)
      toastUndo({
        message: t('moved', { member: staffName(member), name: label }),
        undo: async () => void (await moveMember({ variables: { input: back }, ...ownProblems })),
      });
    return done;
  }

  return { busy: adding.loading || removing.loading || moving.loading, add, remove, move };
}

const isDone = (sent: Promise<unknown>): Promise<boolean> =>
  sent.then(
    () => true,
    () => false,
  );
