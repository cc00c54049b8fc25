import { Cross, Redo, Undo } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { dayInWords, instantInWords } from '#web/shared/i18n/days.ts';
import { personName } from '#web/staff/ui/controls/person-name.ts';
import { RowMenu } from '#web/staff/ui/controls/row-menu.tsx';
import { StatusMark } from '#web/staff/ui/lists/status-mark.tsx';
import { maskedColumns } from '#web/staff/ui/lists/masked-columns.ts';
import type { Column } from '#web/staff/ui/lists/list-table.tsx';
import type {
  PrintedCodeRowFragment,
  PrintedCodeSortField,
  PrintedThingFactsFragment,
} from '#web/staff/operations.generated.ts';
import { Thing } from './thing.tsx';
import { useThingWords } from './use-thing-words.ts';

interface Choices {
  /** The name of the textbook whose codes are listed. */
  readonly inBook: string | undefined;
  readonly onRetarget: (row: PrintedCodeRowFragment) => void;
  readonly onBack: (row: PrintedCodeRowFragment) => void;
  readonly onDropPlan: (row: PrintedCodeRowFragment) => void;
}

/** The columns of the printed codes: target, uses and actions. */
export function usePrintedCodeColumns(
  choices: Choices,
): readonly Column<Masked<PrintedCodeRowFragment>, PrintedCodeSortField>[] {
  const { inBook, onRetarget, onBack, onDropPlan } = choices;
  const { t, i18n } = useTranslation(['printed-codes', 'lists']);
  const { nameOf } = useThingWords();
  const when = (instant: string) => instantInWords(instant, i18n.language);
  return maskedColumns<PrintedCodeRowFragment, PrintedCodeSortField>([
    {
      key: 'printedFor',
      title: t('printedFor'),
      sortField: 'PLACE',
      cell: ({ printedFor }) => <Thing thing={printedFor} inBook={inBook} />,
    },
    {
      key: 'codes',
      title: t('codes'),
      cell: ({ code, otherCodes, createdAt }) => (
        <span className="printed-codes">
          <span className="code">{code}</span>
          {otherCodes.length > 0 && <small className="code">{otherCodes.join(', ')}</small>}
          <small>{t('since', { when: when(createdAt) })}</small>
        </span>
      ),
    },
    { key: 'opens', title: t('opens'), isNamed: true, cell: (row) => <Opens row={row} inBook={inBook} /> },
    {
      key: 'uses',
      title: t('useCount'),
      sortField: 'USE_COUNT',
      cell: ({ scanCount, replacedScanCount, typedCount }) => (
        <span className="printed-codes">
          <span>{t('scans', { count: scanCount })}</span>
          {replacedScanCount > 0 && <small>{t('replacedScans', { count: replacedScanCount })}</small>}
          <small>{t('typed', { count: typedCount })}</small>
        </span>
      ),
    },
    {
      key: 'lastUsedAt',
      title: t('lastUsedAt'),
      sortField: 'LAST_USED_AT',
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('never') : when(lastUsedAt)),
    },
    {
      key: 'actions',
      title: t('lists.actions'),
      isActions: true,
      cell: (row) => (
        <RowMenu
          label={t('lists.rowActions', { name: nameOf(row.printedFor) })}
          items={[
            { key: 'retarget', text: t('retarget'), icon: <Redo />, run: () => onRetarget(row) },
            ...(row.opensInstead
              ? [{ key: 'back', text: t('backToOwn'), icon: <Undo />, run: () => onBack(row) }]
              : []),
            ...(row.opensLater
              ? [{ key: 'drop', text: t('dropPlan'), icon: <Cross />, run: () => onDropPlan(row) }]
              : []),
          ]}
        />
      ),
    },
  ]);
}

interface OpensProps {
  readonly row: PrintedCodeRowFragment;
  readonly inBook: string | undefined;
}

function Opens({
  row: { printedFor, opensInstead, opensLater, opensLaterFrom, retargetedAt, retargetedBy, changeSincePrint },
  inBook,
}: OpensProps) {
  const { t, i18n } = useTranslation('printed-codes');
  const { nameOf } = useThingWords();
  const printed = unmask<PrintedThingFactsFragment>(printedFor);
  const opened = opensInstead ? unmask<PrintedThingFactsFragment>(opensInstead) : printed;
  const own = printed.deleted ? t('saysGone') : printed.published ? t('asPrinted') : t('notYet');
  return (
    <span className="printed-codes">
      {opensInstead ? <Thing thing={opensInstead} inBook={inBook} /> : <span>{own}</span>}
      {changeSincePrint && (
        <StatusMark tone={changeSincePrint === 'GONE' ? 'waiting' : 'quiet'}>
          {t(`change-${changeSincePrint}`)}
        </StatusMark>
      )}
      {opensInstead && opened.deleted && <small>{t('saysGone')}</small>}
      {opensLater && opensLaterFrom !== null && (
        <small>{t('opensLater', { when: dayInWords(opensLaterFrom, i18n.language), name: nameOf(opensLater) })}</small>
      )}
      {retargetedAt !== null && (
        <small>
          {t('changedAt', {
            when: instantInWords(retargetedAt, i18n.language),
            name: retargetedBy ? personName(retargetedBy) : '?',
          })}
        </small>
      )}
    </span>
  );
}
