import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { staffName } from '#schema/staff-name.ts';
import { useSchoolCandidatesQuery, type SchoolDetailFragment } from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { latestData } from '#web/staff/ui/lists/list-answer.ts';
import { ChooseDialog, choicesPage } from './choose-dialog.tsx';
import type { MemberChanges } from './use-member-changes.ts';

interface AddMemberProps {
  readonly school: Pick<SchoolDetailFragment, 'id' | 'name'>;
  readonly changes: MemberChanges;
  readonly onClose: () => void;
}

/** Chooses a school owner or teacher, and makes them a member of the school. */
export function AddMember({ school: { name }, changes, onClose }: AddMemberProps) {
  const { t } = useTranslation('schools');
  const [search, setSearch] = useState<string>();
  const query = useSchoolCandidatesQuery({
    variables: { search: search || null, page: choicesPage },
    skip: search === undefined,
  });
  const options = (latestData(query)?.users.items ?? []).map((user) => ({
    value: user.id,
    label: staffName(user),
    detail: user.email ?? '',
  }));
  return (
    <ChooseDialog
      title={t('addTitle', { name })}
      text={t('addText')}
      label={t('addWho')}
      choices={{ options, onSearch: setSearch, answered: query.data && search }}
      confirmText={t('addConfirm')}
      busy={changes.busy}
      onConfirm={({ value, label }) =>
        void changes.add(value).then((done) => {
          if (!done) return;
          showToast({ message: t('added', { member: label, name }), severity: 'success' });
          onClose();
        })
      }
      onClose={onClose}
    />
  );
}
