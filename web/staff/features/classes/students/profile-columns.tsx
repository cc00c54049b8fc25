import { Edit, EyeOff, IdNumber, Print, Refresh, Remove, Trash } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { Masked } from '#web/shared/apollo/masks.ts';
import { paths } from '#web/paths.ts';
import { Animal, animalNamed } from '#web/shared/art/animals.tsx';
import { agoInWords } from '#web/shared/i18n/ago.ts';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { useModerates } from '#web/staff/features/classes/detail/use-moderates.ts';
import { RowMenu, type RowAction } from '#web/staff/ui/controls/row-menu.tsx';
import { maskedColumns } from '#web/staff/ui/lists/masked-columns.ts';
import type { Column } from '#web/staff/ui/lists/list-table.tsx';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import {
  useDrawClassProfilePicturesMutation,
  type ClassProfileRowFragment,
  type ClassProfileSortField,
} from '#web/staff/operations.generated.ts';
import { RemoveProfile } from './remove-profile.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { RenewCard } from './renew-card.tsx';
import { StudentPosts } from './student-posts.tsx';
import './class-students.css';

/** The columns: animal and name, the three animals, dates, and the actions on the profile. */
export function useProfileColumns(
  classId: string,
): readonly Column<Masked<ClassProfileRowFragment>, ClassProfileSortField>[] {
  const { t, i18n } = useTranslation('classes');
  return maskedColumns<ClassProfileRowFragment, ClassProfileSortField>([
    {
      key: 'name',
      title: t('studentName'),
      sortField: 'NAME',
      cell: (row) => (
        <span className="profile-name">
          <Animal name={animalNamed(row.animal)} size={40} />
          <span>
            <Link to={paths.classStudent(classId, row.id)}>{row.name}</Link>
            {row.reading !== '' && <small>{row.reading}</small>}
          </span>
        </span>
      ),
    },
    { key: 'number', title: t('studentNumber'), sortField: 'NUMBER', cell: ({ number }) => number ?? '–' },
    {
      key: 'pictures',
      title: t('pictures'),
      cell: ({ pictures }) => {
        const names = pictures.map(animalNamed);
        return (
          <span
            className="profile-pictures"
            role="img"
            aria-label={names.map((name) => t(`animal-${name}`)).join(', ')}
          >
            {names.map((name, at) => (
              <Animal key={at} name={name} size={28} />
            ))}
          </span>
        );
      },
    },
    {
      key: 'seen',
      title: t('lastSeen'),
      sortField: 'LAST_SEEN_AT',
      cell: ({ lastSeenAt }) => (
        <time dateTime={lastSeenAt} title={instantInWords(lastSeenAt, i18n.language)}>
          {agoInWords(lastSeenAt, i18n.language)}
        </time>
      ),
    },
    {
      key: 'joined',
      title: t('joined'),
      sortField: 'JOINED_AT',
      cell: ({ joinedAt }) => <time dateTime={joinedAt}>{instantInWords(joinedAt, i18n.language)}</time>,
    },
    { key: 'posts', title: t('posts'), cell: ({ postCount }) => t('postCount', { count: postCount }) },
    {
      key: 'others',
      isNamed: true,
      title: t('otherClasses'),
      cell: ({ otherClassCount }) => t('otherClassCount', { count: otherClassCount }),
    },
    { key: 'menu', title: t('actions'), isActions: true, cell: (row) => <ProfileMenu classId={classId} row={row} /> },
  ]);
}

function ProfileMenu({ classId, row }: { readonly classId: string; readonly row: ClassProfileRowFragment }) {
  const { t } = useTranslation('classes');
  const moderates = useModerates();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'rename' | 'renew-card' | 'hide' | 'delete' | 'remove'>();
  const close = () => setAsking(undefined);
  const ofPosts: readonly RowAction[] = [
    { key: 'hide', text: t('hidePosts'), icon: <EyeOff />, run: () => setAsking('hide') },
    { key: 'delete', text: t('deletePosts'), icon: <Trash />, intent: 'danger', run: () => setAsking('delete') },
  ];
  const [draw] = useDrawClassProfilePicturesMutation();
  const drawAnew = () => {
    draw({ variables: { input: { classId, profileId: row.id } } }).then(
      () => showToast({ message: t('picturesDrawn', { name: row.name }), severity: 'success' }),
      // The error link has shown the problem.
      () => undefined,
    );
  };
  return (
    <>
      <RowMenu
        label={t('actionsFor', { className: row.name })}
        items={[
          { key: 'rename', text: t('rename'), icon: <Edit />, run: () => setAsking('rename') },
          { key: 'draw', text: t('drawPictures'), icon: <Refresh />, run: drawAnew },
          {
            key: 'card',
            text: t('printCard'),
            icon: <Print />,
            run: () => void navigate(paths.classNameCards(classId, [row.id])),
          },
          { key: 'renew-card', text: t('renewCard'), icon: <IdNumber />, run: () => setAsking('renew-card') },
          ...(moderates && row.postCount > 0 ? ofPosts : []),
          {
            key: 'remove',
            text: t('removeStudent'),
            icon: <Remove />,
            intent: 'danger',
            run: () => setAsking('remove'),
          },
        ]}
      />
      {asking === 'rename' && <RenameDialog classId={classId} profile={row} onClose={close} />}
      {(asking === 'hide' || asking === 'delete') && (
        <StudentPosts classId={classId} students={[row]} act={asking} onClose={close} />
      )}
      <RenewCard classId={classId} profile={row} isOpen={asking === 'renew-card'} onClose={close} />
      <RemoveProfile classId={classId} students={[row]} isOpen={asking === 'remove'} onClose={close} />
    </>
  );
}
