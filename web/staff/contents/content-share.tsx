import { AnchorButton } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { LinkToCopy } from '#web/staff/controls/link-to-copy.tsx';
import type { ContentDetailFragment } from '#web/staff/operations.generated.ts';

/** What is printed beside the page: its QR code, and the link behind it. */
export function ContentShare({ found }: { readonly found: ContentDetailFragment }) {
  const { t } = useTranslation('contents');
  const { svg, png } = found.qrCode;
  return (
    <section className="panel content-share" aria-label={t('share')}>
      <h2>{t('share')}</h2>
      <img className="qr-code" src={svg.url} alt={t('qrCodeOf', { name: found.name })} />
      <div className="qr-buttons">
        <AnchorButton icon={<Download />} text={t('downloadPng')} href={png.url} download={png.fileName} />
        <AnchorButton icon={<Download />} text={t('downloadSvg')} href={svg.url} download={svg.fileName} />
      </div>
      <div className="content-link">
        <LinkToCopy url={found.urlLink} label={t('copyUrlLink')} />
      </div>
    </section>
  );
}
