import { AnchorButton } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { TextBookDetailFragment } from '#web/staff/operations.generated.ts';
import './book-code.css';

/** The textbook's own QR code, with buttons to download it as PNG and SVG. */
export function BookCode({ found }: { readonly found: TextBookDetailFragment }) {
  const { t } = useTranslation(['textbooks', 'contents']);
  const { svg, png } = found.qrCode;
  return (
    <div className="book-code-print">
      <img src={svg.url} alt={t('contents.qrCodeOf', { name: found.name })} />
      <div>
        <AnchorButton icon={<Download />} text={t('contents.downloadPng')} href={png.url} download={png.fileName} />
        <AnchorButton icon={<Download />} text={t('contents.downloadSvg')} href={svg.url} download={svg.fileName} />
      </div>
    </div>
  );
}
