import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { QrPath } from '#web/shared/qr/qr-path.ts';
import { usePrintClass } from '#web/staff/features/classes/share/use-print-class.ts';

interface AlbumSlipProps {
  readonly link: string;
  /** The child's name. */
  readonly name: string;
  /** When the link ends, in words. */
  readonly until: string;
  readonly onPrinted: () => void;
}

/** A slip for the family with the link as a QR code. It opens the browser's print window, and is invisible on the screen. */
export function AlbumSlip({ link, name, until, onPrinted }: AlbumSlipProps) {
  const { t } = useTranslation('albums');
  const [code, setCode] = useState<QrPath>();
  usePrintClass('prints-album-slip');

  useEffect(() => {
    let left = false;
    // Drawn here: the link goes to no other server.
    void import('#web/shared/qr/qr-path.ts').then(
      ({ qrPath }) => left || setCode(qrPath(link)),
      () => left || onPrinted(),
    );
    return () => {
      left = true;
    };
  }, [link, onPrinted]);

  useEffect(() => {
    if (!code) return undefined;
    // Some browsers return from `print` before the print window closes, so the slip stays until `afterprint`.
    window.addEventListener('afterprint', onPrinted);
    window.print();
    return () => window.removeEventListener('afterprint', onPrinted);
  }, [code, onPrinted]);

  if (!code) return null;
  return createPortal(
    <div className="album-slip" aria-hidden="true">
      <h2>{t('slipTitle', { name })}</h2>
      <p>{t('slipText')}</p>
      <svg viewBox={`0 0 ${code.side} ${code.side}`} shapeRendering="crispEdges">
        <path d={code.path} fill="#000" />
      </svg>
      <p>{t('slipUntil', { when: until })}</p>
      <p className="album-slip-link">{link}</p>
    </div>,
    document.body,
  );
}
