import { Button } from '@blueprintjs/core';
import { EyeOff, MergeColumns, Print, Remove, Trash } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { paths } from '#web/paths.ts';
import { useModerates } from '#web/staff/features/classes/detail/use-moderates.ts';
import type { ClassProfileRowFragment } from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import type { Selection } from '#web/staff/ui/lists/selection.ts';
import { MergeDialog } from './merge-dialog.tsx';
import { RemoveProfile } from './remove-profile.tsx';
import { postsOf, StudentPosts, type PostsAct } from './student-posts.tsx';

interface StudentBulkProps {
  readonly classId: string;
  readonly rows: readonly Masked<ClassProfileRowFragment>[];
  readonly selection: Selection;
}

interface Asking {
  readonly act: PostsAct | 'merge' | 'remove';
  readonly chosen: readonly ClassProfileRowFragment[];
}

/** The bulk actions on the ticked students of this page. */
export function StudentBulk({ classId, rows, selection }: StudentBulkProps) {
  const { t } = useTranslation('classes');
  const moderates = useModerates();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);

  async function ask(act: Asking['act']): Promise<void> {
    const ids = await selection.ids();
    const chosen = unmask<ClassProfileRowFragment>(rows).filter(({ id }) => ids.includes(id));
    if (act !== 'merge' && act !== 'remove' && postsOf(chosen) === 0)
      showToast({ message: t('noPosts'), severity: 'info' });
    else setAsking({ act, chosen });
  }

  const print = async () => navigate(paths.classNameCards(classId, await selection.ids()));

  return (
    <>
      <Button
        icon={<MergeColumns />}
        text={t('merge')}
        disabled={selection.count < 2}
        onClick={() => void ask('merge')}
      />
      <Button icon={<Print />} text={t('printCards')} onClick={() => void print()} />
      {moderates && (
        <>
          <Button icon={<EyeOff />} text={t('hidePosts')} onClick={() => void ask('hide')} />
          <Button icon={<Trash />} text={t('deletePosts')} onClick={() => void ask('delete')} />
        </>
      )}
      <Button icon={<Remove />} text={t('removeStudent')} onClick={() => void ask('remove')} />
      {asking?.act === 'remove' && (
        <RemoveProfile classId={classId} students={asking.chosen} isOpen onClose={close} onRemoved={selection.clear} />
      )}
      {asking?.act === 'merge' && (
        <MergeDialog classId={classId} profiles={asking.chosen} onClose={close} onMerged={selection.clear} />
      )}
      {(asking?.act === 'hide' || asking?.act === 'delete') && (
        <StudentPosts
          classId={classId}
          students={asking.chosen}
          act={asking.act}
          onClose={close}
          onDone={selection.clear}
        />
      )}
    </>
  );
}
