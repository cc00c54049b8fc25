import { useTranslation } from 'react-i18next';
import { staffName } from '#schema/staff-name.ts';
import type { SchoolDetailFragment, SchoolMemberRowFragment } from '#web/staff/operations.generated.ts';
import { ChooseDialog } from './choose-dialog.tsx';
import type { MemberChanges } from './use-member-changes.ts';
import { useSchoolChoices } from './use-school-choices.ts';

interface MoveMemberProps {
  readonly school: Pick<SchoolDetailFragment, 'id' | 'name'>;
  readonly member: SchoolMemberRowFragment;
  readonly changes: MemberChanges;
  readonly onClose: () => void;
}

/** Chooses the school that a member goes to. */
export function MoveMember({ school: { id, name }, member, changes, onClose }: MoveMemberProps) {
  const { t } = useTranslation('schools');
  return (
    <ChooseDialog
      title={t('moveTitle', { member: staffName(member) })}
      text={t('moveText', { name })}
      label={t('moveWhere')}
      choices={useSchoolChoices(id)}
      confirmText={t('moveConfirm')}
      busy={changes.busy}
      onConfirm={(to) => void changes.move(member, to).then((done) => done && onClose())}
      onClose={onClose}
    />
  );
}
