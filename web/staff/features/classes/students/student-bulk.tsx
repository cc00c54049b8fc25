import { Button } from '@blueprintjs/core';
import { EyeOff, MergeColumns, Print, Remove, Trash } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
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
  /** Reads all students of the class. */
  readonly readAll: () => Promise<readonly ClassProfileRowFragment[]>;
  readonly selection: Selection;
}

interface Choice {
  readonly chosen: readonly ClassProfileRowFragment[];
  /** True when these are all students of the class. */
  readonly isWhole: boolean;
}

interface Asking extends Pick<Choice, 'chosen'> {
  readonly act: PostsAct | 'merge' | 'remove';
}

/** The bulk actions on the ticked students, on all pages of the list. */
export function StudentBulk({ classId, readAll, selection }: StudentBulkProps) {
  const { t } = useTranslation('classes');
  const moderates = useModerates();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);

  /** The ticked students who are still in the class; undefined if there are too few for the action. */
  async function choose(needed: number): Promise<Choice | undefined> {
    try {
      const ids = new Set(await selection.ids());
      const all = await readAll();
      const chosen = all.filter(({ id }) => ids.has(id));
      if (chosen.length >= needed) return { chosen, isWhole: chosen.length === all.length };
      showToast({ message: t('studentsGone'), severity: 'info' });
      selection.clear();
    } catch {
      // The error link has shown the problem.
    }
    return undefined;
  }

  async function ask(act: Asking['act']): Promise<void> {
    const choice = await choose(act === 'merge' ? 2 : 1);
    if (choice === undefined) return;
    const { chosen } = choice;
    if (act !== 'merge' && act !== 'remove' && postsOf(chosen) === 0)
      showToast({ message: t('noPosts'), severity: 'info' });
    else setAsking({ act, chosen });
  }

  async function print(): Promise<void> {
    const choice = await choose(1);
    if (choice === undefined) return;
    // For the whole class the address names no students, so that it stays short.
    const only = choice.isWhole ? undefined : choice.chosen.map(({ id }) => id);
    void navigate(paths.classNameCards(classId, only));
  }

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
