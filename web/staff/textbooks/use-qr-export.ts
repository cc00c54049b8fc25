import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadMade } from '#web/staff/controls/download.ts';
import { fetchFile, FileProblem } from '#web/staff/controls/fetch-file.ts';
import {
  ExportQrCodesDocument,
  ExportTextBookQrCodesDocument,
  type ExportQrCodesQuery,
  type ExportTextBookQrCodesQuery,
} from '#web/staff/operations.generated.ts';
import { toastProblem } from '#web/staff/toasts/problem-toast.ts';
import { showToast } from '#web/staff/toasts/toast-store.ts';

type Source = { readonly textBookId: string } | { readonly lessonId: string };

/** An export of QR codes, and how far it has come. */
export interface QrExport {
  /** Bytes made so far; undefined when none is under way. */
  readonly bytes: number | undefined;
  readonly start: (source: Source) => void;
  readonly stop: () => void;
}

/** Has the QR codes of a book or a unit made, and saves the ZIP when all of it is there. */
export function useQrExport(): QrExport {
  const { t } = useTranslation('textbooks');
  const client = useApolloClient();
  const [bytes, setBytes] = useState<number>();
  const underWay = useRef<AbortController>(null);
  useEffect(() => () => underWay.current?.abort(), []);

  async function linkOf(source: Source) {
    const fetchPolicy = 'no-cache';
    if ('lessonId' in source) {
      const query = ExportQrCodesDocument;
      return (await client.query<ExportQrCodesQuery>({ query, variables: source, fetchPolicy })).data?.exportQrCodes;
    }
    const query = ExportTextBookQrCodesDocument;
    const { data } = await client.query<ExportTextBookQrCodesQuery>({ query, variables: source, fetchPolicy });
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
      // What the gateway refuses has its toast by the error link.
      if (error instanceof FileProblem) toastProblem(error.problem);
    } finally {
      underWay.current = null;
      setBytes(undefined);
    }
  }

  return { bytes, start: (source) => void start(source), stop: () => underWay.current?.abort() };
}
