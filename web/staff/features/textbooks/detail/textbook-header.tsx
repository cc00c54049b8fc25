import { AnchorButton, Button } from '@blueprintjs/core';
import { Barcode, Download, Edit, HeatGrid, Trash } from '@blueprintjs/icons';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { useHref, useLinkClickHandler, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { useWhileHere } from '#web/staff/platform/while-here.ts';
import { RowMenu } from '#web/staff/ui/controls/row-menu.tsx';
import type { TextBookDetailFragment } from '#web/staff/operations.generated.ts';
import { PublishedMark } from '#web/staff/features/curriculum/published-mark.tsx';
import type { QrExport } from '#web/staff/features/qr-codes/qr-export.tsx';
import { useDeleteTextBook } from '#web/staff/features/textbooks/use-delete-textbook.tsx';

interface TextBookHeaderProps {
  readonly found: TextBookDetailFragment;
  readonly editing: boolean;
  readonly qrExport: QrExport;
}

/** The textbook's name and actions. */
export function TextBookHeader({ found, editing, qrExport }: TextBookHeaderProps) {
  const { t } = useTranslation(['textbooks', 'lists']);
  const navigate = useNavigate();
  const whileHere = useWhileHere();
  const [, setSearch] = useSearchParams();
  const { remove, dialog } = useDeleteTextBook();
  const { id, name } = found;
  return (
    <header className="page-header">
      <h1>{editing ? t('editing', { name }) : name}</h1>
      <PublishedMark of={found} />
      {!editing && (
        <div className="page-actions">
          <PartLink to={paths.textbookMap(id)} icon={<HeatGrid />} text={t('mapOfUse')} />
          <PartLink to={paths.printedCodes(id)} icon={<Barcode />} text={t('printedCodes')} />
          <Button
            icon={<Download />}
            text={t('exportQrCodes')}
            disabled={qrExport.bytes !== undefined}
            onClick={() => qrExport.start({ textBookId: id })}
          />
          <Button icon={<Edit />} text={t('edit')} onClick={() => setSearch({ edit: '' })} />
          <RowMenu
            label={t('lists.rowActions', { name })}
            items={[
              {
                key: 'delete',
                text: t('delete'),
                icon: <Trash />,
                intent: 'danger',
                run: () => void remove(found, () => whileHere(() => void navigate(paths.textbooks))),
              },
            ]}
          />
        </div>
      )}
      {dialog}
    </header>
  );
}

interface PartLinkProps {
  readonly to: string;
  readonly icon: JSX.Element;
  readonly text: string;
}

/** A link to another screen of the textbook. */
function PartLink({ to, icon, text }: PartLinkProps) {
  return <AnchorButton icon={icon} text={text} href={useHref(to)} onClick={useLinkClickHandler<HTMLElement>(to)} />;
}
