import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Masked } from '#web/shared/apollo/masks.ts';
import { paths } from '#web/paths.ts';
import { Animal, animalNamed } from '#web/shared/art/animals.tsx';
import { agoInWords } from '#web/shared/i18n/ago.ts';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { maskedColumns } from '#web/staff/ui/lists/masked-columns.ts';
import type { Column } from '#web/staff/ui/lists/list-table.tsx';
import { StatusMark } from '#web/staff/ui/lists/status-mark.tsx';
import type { PrivacyRowFragment } from '#web/staff/operations.generated.ts';

export type PrivacySortField = 'LAST_SEEN';

/** The number of class names in a row; more would make the row too high. */
const classesShown = 3;

/** The columns of a child: face and name, classes, when it was last here, and the number of its works. */
export function usePrivacyColumns(): readonly Column<Masked<PrivacyRowFragment>, PrivacySortField>[] {
  const { t, i18n } = useTranslation('privacy');
  return maskedColumns<PrivacyRowFragment, PrivacySortField>([
    {
      key: 'name',
      title: t('name'),
      cell: ({ id, name, animal, deletedAt }) => (
        <span className="privacy-name">
          <Animal name={animalNamed(animal)} size={40} />
          <Link to={paths.privacyProfile(id)}>{name}</Link>
          {deletedAt !== null && <StatusMark tone="quiet">{t('inTrash')}</StatusMark>}
        </span>
      ),
    },
    {
      key: 'classes',
      isNamed: true,
      title: t('classes'),
      cell: ({ classes }) => {
        const names = classes.slice(0, classesShown).map(({ className }) => className);
        const more = classes.length - names.length;
        return names.length === 0
          ? '–'
          : [...names, ...(more > 0 ? [t('more', { count: more })] : [])].join(t('comma'));
      },
    },
    {
      key: 'seen',
      title: t('lastSeen'),
      cell: ({ lastSeenAt }) => (
        <time dateTime={lastSeenAt} title={instantInWords(lastSeenAt, i18n.language)}>
          {agoInWords(lastSeenAt, i18n.language)}
        </time>
      ),
    },
    { key: 'works', title: t('works'), cell: ({ postCount }) => t('workCount', { count: postCount }) },
    { key: 'views', title: t('pageViews'), cell: ({ pageViewCount }) => t('viewCount', { count: pageViewCount }) },
  ]);
}
