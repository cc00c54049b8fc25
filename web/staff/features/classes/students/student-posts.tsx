import { useTranslation } from 'react-i18next';
import {
  useDeleteStudentPostsMutation,
  useHideStudentPostsMutation,
  type ClassProfileRowFragment,
} from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { Confirm } from '#web/staff/ui/controls/confirm.tsx';

export type PostsAct = 'hide' | 'delete';

type Student = Pick<ClassProfileRowFragment, 'id' | 'name' | 'postCount'>;

interface StudentPostsProps {
  readonly classId: string;
  /** At least one. */
  readonly students: readonly Student[];
  readonly act: PostsAct;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

/** The largest number of students whose posts one API call changes. */
const mostStudents = 100;

const words = {
  hide: { title: 'hidePostsTitle', text: 'hidePostsText', confirm: 'hidePosts', done: 'postsHidden' },
  delete: { title: 'deletePostsTitle', text: 'deletePostsText', confirm: 'deletePosts', done: 'postsDeleted' },
} as const;

/** The number of the students' posts on the class's wall. */
export const postsOf = (students: readonly Student[]): number =>
  students.reduce((sum, { postCount }) => sum + postCount, 0);

/**
 * Hides or deletes all posts of some students on a class's wall. The dialog shows the number of posts, because each
 * post would have to be restored separately.
 */
export function StudentPosts({ classId, students, act, onClose, onDone }: StudentPostsProps) {
  const { t } = useTranslation(['classes', 'common']);
  const [hide, hiding] = useHideStudentPostsMutation();
  const [remove, removing] = useDeleteStudentPostsMutation();
  const { title, text, confirm: confirmWords, done } = words[act];

  async function send(studentIds: string[]): Promise<number> {
    const variables = { input: { classId, studentIds } };
    if (act === 'hide') return (await hide({ variables })).data?.hideStudentPosts ?? 0;
    return (await remove({ variables })).data?.deleteStudentPosts ?? 0;
  }

  async function sendAll(): Promise<number> {
    const ids = students.map(({ id }) => id);
    let count = 0;
    for (let at = 0; at < ids.length; at += mostStudents) count += await send(ids.slice(at, at + mostStudents));
    return count;
  }

  async function confirm(): Promise<void> {
    try {
      showToast({ message: t(done, { count: await sendAll() }), severity: 'success' });
      onDone?.();
    } catch {
      // The error link has shown the problem.
    }
    onClose();
  }

  const [first, ...others] = students;
  return (
    <Confirm
      isOpen
      title={t(title, { count: postsOf(students) })}
      text={
        <>
          <p>
            {others.length > 0
              ? t('postsOfMany', { count: students.length })
              : t('postsOfOne', { name: first?.name ?? '' })}
          </p>
          <p>{t(text)}</p>
        </>
      }
      confirmText={t(confirmWords)}
      cancelText={t('common.cancel')}
      busy={hiding.loading || removing.loading}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
