import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ClassDetailFragment } from '#web/staff/operations.generated.ts';
import { usePrintClass } from './use-print-class.ts';
import './class-print.css';

/** The sheet that printing this page gives: one class, one large code. On screen it is not there. */
export function ClassPrint({ found }: { readonly found: ClassDetailFragment }) {
  const { t } = useTranslation('classes');
  usePrintClass('prints-class');
  return createPortal(
    <div className="class-print" aria-hidden="true">
      <p>{found.textBook.name}</p>
      <h2>{found.className}</h2>
      <img src={found.qrCode.svg.url} alt="" />
      <p className="code">{found.classCode}</p>
      <p>{t('printHint')}</p>
      <p className="print-link">{found.urlLink}</p>
    </div>,
    document.body,
  );
}
