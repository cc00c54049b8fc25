import { Archive, Duplicate, Play, Trash } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ClassStatus } from '#schema/rest/enumerations.ts';
import { paths } from '#web/paths.ts';
import { useWhileHere } from '#web/staff/platform/while-here.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { RowMenu } from '#web/staff/ui/controls/row-menu.tsx';
import { toastUndo } from '#web/staff/ui/controls/undo.ts';
import { useUpdateClassMutation, type ClassDetailFragment } from '#web/staff/operations.generated.ts';
import { inputOf, valuesOf } from '#web/staff/features/classes/form/class-values.ts';
import { useDeleteClass } from '#web/staff/features/classes/changes/use-delete-class.ts';

interface ClassMenuProps {
  readonly found: ClassDetailFragment;
  readonly onCopy: () => void;
}

/** Further actions on a class. Undo takes back a change of the status and the deletion. */
export function ClassMenu({ found, onCopy }: ClassMenuProps) {
  const { t } = useTranslation('classes');
  const navigate = useNavigate();
  const whileHere = useWhileHere();
  const deleteClass = useDeleteClass();
  const changeStatus = useChangeStatus();
  const archived = found.status === 'INACTIVE';
  return (
    <RowMenu
      label={t('actionsFor', { className: found.className })}
      items={[
        { key: 'copy', text: t('copyToNextYear'), icon: <Duplicate />, run: onCopy },
        {
          key: 'status',
          text: t(archived ? 'activate' : 'archive'),
          icon: archived ? <Play /> : <Archive />,
          run: () => void changeStatus(found),
        },
        {
          key: 'delete',
          text: t('delete'),
          icon: <Trash />,
          intent: 'danger',
          run: () => void deleteClass(found, () => whileHere(() => void navigate(paths.classes))),
        },
      ]}
    />
  );
}

/** Switches the status and offers Undo. */
function useChangeStatus() {
  const { t } = useTranslation('classes');
  const [update] = useUpdateClassMutation();

  async function set(seen: ClassDetailFragment, status: ClassStatus, context?: object) {
    const { id, version, approvalRequired } = seen;
    const input = { ...inputOf({ ...valuesOf(seen), status }), approvalRequired, id, version };
    const { data } = await update({ variables: { input }, context });
    return data && unmask<ClassDetailFragment>(data.updateClass);
  }

  return async function change(found: ClassDetailFragment): Promise<void> {
    const before = ClassStatus[found.status];
    const archives = before === ClassStatus.ACTIVE;
    try {
      const changed = await set(found, archives ? ClassStatus.INACTIVE : ClassStatus.ACTIVE);
      if (!changed) return;
      toastUndo({
        message: t(archives ? 'archived' : 'activated', { count: 1 }),
        undo: async () => void (await set(changed, before, { ownProblems: true })),
      });
    } catch {
      // The error link has shown the problem.
    }
  };
}
