import { AnchorButton, Button } from '@blueprintjs/core';
import { Download, Maximize, Print, Refresh } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createPortal } from 'react-dom';
import { CopyButton, LinkToCopy } from '#web/staff/ui/controls/copy-button.tsx';
import type { ClassDetailFragment } from '#web/staff/operations.generated.ts';
import { ClassBoard } from './class-board.tsx';
import { CodesUntil } from './codes-until.tsx';
import { RegenerateQrCode } from './regenerate-qr-code.tsx';
import { useClassLogo } from './use-class-logo.ts';
import { usePrintClass } from './use-print-class.ts';
import './class-print.css';

interface ShareLineProps {
  readonly name: string;
  readonly value: string;
  readonly copyLabel: string;
  readonly isLink?: boolean;
}

function ShareLine({ name, value, copyLabel, isLink }: ShareLineProps) {
  return (
    <div className="share-line">
      <dt>{name}</dt>
      <dd>
        {isLink ? (
          <LinkToCopy url={value} label={copyLabel} />
        ) : (
          <>
            <span className="code">{value}</span>
            <CopyButton text={value} label={copyLabel} />
          </>
        )}
      </dd>
    </div>
  );
}

/** The QR code, the codes and the links that a teacher hands out. */
export function ClassShare({ found }: { readonly found: ClassDetailFragment }) {
  const { t } = useTranslation('classes');
  const [onBoard, setOnBoard] = useState(false);
  const [asking, setAsking] = useState(false);
  const { svg, png } = found.qrCode;
  return (
    <section className="panel class-share" aria-label={t('share')}>
      <h2>{t('share')}</h2>
      <CodesUntil found={found} on="page" />
      <img className="qr-code" src={svg.url} alt={t('qrCodeOf', { className: found.className })} />
      <div className="qr-buttons">
        <Button icon={<Maximize />} text={t('fullScreen')} onClick={() => setOnBoard(true)} />
        <Button icon={<Print />} text={t('print')} onClick={() => window.print()} />
        <AnchorButton icon={<Download />} text={t('downloadPng')} href={png.url} download={png.fileName} />
        <AnchorButton icon={<Download />} text={t('downloadSvg')} href={svg.url} download={svg.fileName} />
      </div>
      <dl>
        {found.codeOpens && <ShareLine name={t('classCode')} value={found.classCode} copyLabel={t('copyClassCode')} />}
        <ShareLine name={t('classHashCode')} value={found.classHashCode} copyLabel={t('copyHashCode')} />
        <ShareLine name={t('urlLink')} value={found.urlLink} copyLabel={t('copyUrlLink')} isLink />
        <ShareLine name={t('communityLink')} value={found.communityLink} copyLabel={t('copyCommunityLink')} isLink />
      </dl>
      <Button variant="minimal" icon={<Refresh />} text={t('regenerate')} onClick={() => setAsking(true)} />
      <RegenerateQrCode found={found} isOpen={asking} onClose={() => setAsking(false)} />
      <ClassBoard found={found} isOpen={onBoard} onClose={() => setOnBoard(false)} />
      <ClassPrint found={found} />
    </section>
  );
}

/** The printed sheet of this page: the class and its QR code. Invisible on the screen. */
export function ClassPrint({ found }: { readonly found: ClassDetailFragment }) {
  const { t } = useTranslation('classes');
  usePrintClass('prints-class');
  const logo = useClassLogo(found.id);
  return createPortal(
    <div className="class-print" aria-hidden="true">
      {logo !== undefined && <img className="class-logo" src={logo} alt="" />}
      <p>{found.textBook.name}</p>
      <h2>{found.className}</h2>
      <img className="class-print-code" src={found.qrCode.svg.url} alt="" />
      {found.codeOpens && <p className="code">{found.classCode}</p>}
      <p>{t('printHint')}</p>
      <p className="print-link">{found.urlLink}</p>
    </div>,
    document.body,
  );
}
