import { Button, ProgressBar } from '@blueprintjs/core';
import { Cross, Download, Print } from '@blueprintjs/icons';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { useEndStudentAlbumMutation, type AlbumPartsFragment } from '#web/staff/operations.generated.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { Confirm } from '#web/staff/ui/controls/confirm.tsx';
import { CopyButton } from '#web/staff/ui/controls/copy-button.tsx';
import { downloadFile } from '#web/staff/ui/controls/download.ts';
import { staffName } from '#schema/staff-name.ts';
import { AlbumSlip } from './album-slip.tsx';

interface AlbumLineProps {
  readonly album: AlbumPartsFragment;
  /** The child's name. */
  readonly name: string;
  /** The same album with new links to its files. */
  readonly fresh: () => Promise<AlbumPartsFragment | undefined>;
}

/** One album: its progress, then its files and the family's link. */
export function AlbumLine({ album, name, fresh }: AlbumLineProps) {
  const { t } = useTranslation('albums');
  const { state, classes } = album;
  const title = classes.map(({ className }) => className).join(' · ');
  return (
    <li>
      <article aria-label={title}>
        <h3>{title}</h3>
        {(state === 'WAITING' || state === 'RUNNING') && <AlbumInTheMaking album={album} />}
        {state === 'FAILED' && (
          <p className="album-failed" role="alert">
            {t('failed')}
          </p>
        )}
        {state === 'DONE' && <MadeAlbum album={album} name={name} fresh={fresh} />}
      </article>
    </li>
  );
}

/** The progress of an album. It can be stopped, since a school makes one album at a time. */
function AlbumInTheMaking({ album: { id, state, percent } }: Pick<AlbumLineProps, 'album'>) {
  const { t } = useTranslation('albums');
  const [endAlbum, { loading }] = useEndStudentAlbumMutation();

  async function stop(): Promise<void> {
    try {
      await endAlbum({ variables: { id } });
      showToast({ message: t('stopped'), severity: 'success' });
    } catch {
      // The toast of the problem says it.
    }
  }

  return (
    <div className="album-making">
      <ProgressBar value={percent / 100} intent="primary" aria-label={t('title')} />
      <p role="status">{state === 'WAITING' ? t('waiting') : t('making', { percent })}</p>
      <p>{t('note')}</p>
      <Button icon={<Cross />} text={t('stop')} loading={loading} onClick={() => void stop()} />
    </div>
  );
}

function MadeAlbum({ album, name, fresh }: AlbumLineProps) {
  const { t, i18n } = useTranslation('albums');
  const [asking, setAsking] = useState(false);
  const [printing, setPrinting] = useState(false);
  const printed = useCallback(() => setPrinting(false), []);
  const [endAlbum, { loading }] = useEndStudentAlbumMutation();
  const { id, link, madeBy, createdAt, expiresAt, openedCount } = album;
  const when = instantInWords(createdAt, i18n.language);
  const until = expiresAt === null ? '' : instantInWords(expiresAt, i18n.language);

  async function save(format: 'pdf' | 'zip'): Promise<void> {
    // The section shows the problem of a failed request.
    const file = (await fresh().catch(() => undefined))?.[format];
    if (file) downloadFile(file);
  }

  async function end(): Promise<void> {
    try {
      await endAlbum({ variables: { id } });
      showToast({ message: t('ended'), severity: 'success' });
    } catch {
      setAsking(false);
    }
  }

  return (
    <>
      <ul className="album-facts">
        <li>{madeBy ? t('madeBy', { name: staffName(madeBy), when }) : t('made', { when })}</li>
        <li>{t('until', { when: until })}</li>
        <li>{openedCount === 0 ? t('neverOpened') : t('openedCount', { count: openedCount })}</li>
      </ul>
      {link === null ? (
        <p>{t('linkGone')}</p>
      ) : (
        <div className="album-link">
          <input readOnly value={link} aria-label={t('familyLink')} onFocus={(event) => event.target.select()} />
          <CopyButton text={link} label={t('copyLink')} />
        </div>
      )}
      <div className="album-buttons">
        <Button icon={<Download />} text={t('savePdf')} onClick={() => void save('pdf')} />
        <Button icon={<Download />} text={t('saveZip')} onClick={() => void save('zip')} />
        {link !== null && <Button icon={<Print />} text={t('print')} onClick={() => setPrinting(true)} />}
        <Button icon={<Cross />} text={t('end')} onClick={() => setAsking(true)} />
      </div>
      {link !== null && printing && <AlbumSlip link={link} name={name} until={until} onPrinted={printed} />}
      <Confirm
        isOpen={asking}
        title={t('endTitle')}
        text={t('endText')}
        confirmText={t('endConfirm')}
        cancelText={t('keep')}
        busy={loading}
        onConfirm={() => void end()}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
