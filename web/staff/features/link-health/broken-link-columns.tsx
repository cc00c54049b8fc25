import { Edit, Refresh } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { staffName } from '#schema/staff-name.ts';
import { paths } from '#web/paths.ts';
import type { Masked } from '#web/shared/apollo/masks.ts';
import { instantInWords } from '#web/shared/i18n/days.ts';
import type { BrokenLinkRowFragment, BrokenLinkSortField } from '#web/staff/operations.generated.ts';
import { RowMenu } from '#web/staff/ui/controls/row-menu.tsx';
import type { Column } from '#web/staff/ui/lists/list-table.tsx';
import { maskedColumns } from '#web/staff/ui/lists/masked-columns.ts';
import { StatusMark } from '#web/staff/ui/lists/status-mark.tsx';
import type { CheckAgain } from './use-check-again.ts';

/** The columns of the list of broken links; the last column has the actions to fix a link and to check it again. */
export function useBrokenLinkColumns(
  checkAgain: CheckAgain,
): readonly Column<Masked<BrokenLinkRowFragment>, BrokenLinkSortField>[] {
  const { t, i18n } = useTranslation(['link-health', 'lists']);
  const navigate = useNavigate();
  const when = (instant: string) => instantInWords(instant, i18n.language);
  return maskedColumns<BrokenLinkRowFragment, BrokenLinkSortField>([
    { key: 'content', title: t('content'), sortField: 'PLACE', isNamed: true, cell: (row) => <Place row={row} /> },
    { key: 'problem', title: t('problem'), cell: (row) => <Problem row={row} /> },
    { key: 'since', title: t('since'), sortField: 'SINCE', cell: ({ since }) => when(since) },
    { key: 'checkedAt', title: t('checkedAt'), sortField: 'CHECKED_AT', cell: ({ checkedAt }) => when(checkedAt) },
    {
      key: 'changedBy',
      title: t('changedBy'),
      isNamed: true,
      cell: ({ changedBy }) => (changedBy ? staffName(changedBy) : t('nobody')),
    },
    {
      key: 'actions',
      title: t('lists.actions'),
      isActions: true,
      cell: (row) => (
        <RowMenu
          label={t('lists.rowActions', { name: nameOf(row) })}
          items={[
            { key: 'fix', text: t('fix'), icon: <Edit />, run: () => void navigate(pathOf(row)) },
            {
              key: 'check',
              text: t('checkAgain'),
              icon: <Refresh />,
              run: () => void checkAgain({ id: row.id, name: nameOf(row) }),
            },
          ]}
        />
      ),
    },
  ]);
}

/** The name of the sound, the content, or for a cover the textbook. */
const nameOf = ({ itemName, content, textBook }: BrokenLinkRowFragment): string =>
  itemName ?? content?.name ?? textBook.name;

/** The path of the screen where staff can fix the link. */
function pathOf({ kind, content, textBook }: BrokenLinkRowFragment): string {
  if (!content) return `${paths.textbookDetail(textBook.id)}?edit`;
  return kind === 'ITEM_SOUND' ? paths.pushAndListen(content.id) : paths.contentDetail(content.id);
}

function Place({ row }: { readonly row: BrokenLinkRowFragment }) {
  const { t } = useTranslation('link-health');
  const { textBook, unit, content } = row;
  const place = unit && content ? t('place', { unit: unit.number, page: content.pageNumber }) : t('cover');
  return (
    <span className="broken-link">
      <Link to={pathOf(row)}>{nameOf(row)}</Link>
      <small>{[textBook.name, place].join(' · ')}</small>
    </span>
  );
}

function Problem({ row: { kind, problem, link, fileName } }: { readonly row: BrokenLinkRowFragment }) {
  const { t } = useTranslation('link-health');
  return (
    <span className="broken-link">
      <StatusMark tone="waiting">{t(`problem-${problem}`)}</StatusMark>
      <small>
        {t(`kind-${kind}`)}
        {': '}
        {link === null ? (
          fileName
        ) : (
          <a href={link} target="_blank" rel="noreferrer">
            {link.replace(/^https:\/\/(www\.)?/, '')}
          </a>
        )}
      </small>
    </span>
  );
}
