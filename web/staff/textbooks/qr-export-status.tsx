import { Button, Spinner } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { localeOf } from '#web/shared/i18n/languages.ts';
import type { QrExport } from './use-qr-export.ts';
import './qr-export-status.css';

/** Says that codes are being made and how much there is, with a way to stop it; the live region is always there. */
export function QrExportStatus({ bytes, stop }: QrExport) {
  const { t, i18n } = useTranslation('textbooks');
  const format = new Intl.NumberFormat(localeOf(i18n.language), { style: 'unit', unit: 'kilobyte' });
  const size = format.format(Math.round((bytes ?? 0) / 1000));
  return (
    <div className="qr-export" data-making={bytes === undefined ? undefined : true}>
      <span role="status">{bytes !== undefined && t('makingQrCodes')}</span>
      {bytes !== undefined && (
        <>
          <Spinner size={18} aria-hidden="true" />
          <span className="qr-export-size">{bytes > 0 && t('makingSize', { size })}</span>
          <Button size="small" text={t('stopMaking')} onClick={stop} />
        </>
      )}
    </div>
  );
}
