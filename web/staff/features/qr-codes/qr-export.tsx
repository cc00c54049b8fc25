import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Spinner } from '@blueprintjs/core';
import { noCache } from '#web/staff/platform/apollo/freshness.ts';
import { downloadMade } from '#web/staff/ui/controls/download.ts';
import { fetchFile, FileProblem } from '#web/staff/ui/controls/fetch-file.ts';
import {
  ExportQrCodesDocument,
  ExportTextBookQrCodesDocument,
  type ExportQrCodesQuery,
  type ExportTextBookQrCodesQuery,
} from '#web/staff/operations.generated.ts';
import { toastProblem } from '#web/staff/platform/toasts/problem-toast.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { localeOf } from '#schema/languages.ts';
import './qr-export-status.css';

type Source = { readonly textBookId: string } | { readonly lessonId: string };

/** An export of QR codes and its progress. */
export interface QrExport {
  /** Bytes received so far; undefined when no export runs. */
  readonly bytes: number | undefined;
  readonly start: (source: Source) => void;
  readonly stop: () => void;
}

/** Exports the QR codes of a textbook or a unit, and saves the ZIP when it is complete. */
export function useQrExport(): QrExport {
  const { t } = useTranslation('textbooks');
  const client = useApolloClient();
  const [bytes, setBytes] = useState<number>();
  const underWay = useRef<AbortController>(null);
  useEffect(() => () => underWay.current?.abort(), []);

  async function linkOf(source: Source) {
    if ('lessonId' in source) {
      const query = ExportQrCodesDocument;
      return (await client.query<ExportQrCodesQuery>({ query, variables: source, ...noCache })).data?.exportQrCodes;
    }
    const query = ExportTextBookQrCodesDocument;
    const { data } = await client.query<ExportTextBookQrCodesQuery>({ query, variables: source, ...noCache });
    return data?.exportTextBookQrCodes;
  }

  async function make(source: Source, { signal }: AbortController): Promise<void> {
    const link = await linkOf(source);
    if (link === undefined || signal.aborted) return;
    const { url, fileName } = link;
    downloadMade(await fetchFile({ url, signal, onBytes: setBytes }), fileName);
    showToast({ message: t('madeQrCodes', { file: fileName }), severity: 'success' });
  }

  async function start(source: Source): Promise<void> {
    if (underWay.current) return;
    const controller = new AbortController();
    underWay.current = controller;
    setBytes(0);
    try {
      await make(source, controller);
    } catch (error) {
      // The error link shows what the gateway refused.
      if (error instanceof FileProblem) toastProblem(error.problem);
    } finally {
      underWay.current = null;
      setBytes(undefined);
    }
  }

  return { bytes, start: (source) => void start(source), stop: () => underWay.current?.abort() };
}

/** Shows the progress of an export with a Stop button. The live region is always mounted, for screen readers. */
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
