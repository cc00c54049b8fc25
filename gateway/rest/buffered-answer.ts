import type { Dispatcher, Pool } from 'undici';
import type { CallSignal } from './call-signal.ts';

export interface BufferedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/**
 * Sends a request and buffers its answer, without the streams of `pool.request`. Rejects with the signal's reason as
 * soon as the signal is aborted, also while the request waits for a connection.
 */
export function bufferedAnswer(
  pool: Pool,
  request: Dispatcher.DispatchOptions,
  signal: CallSignal,
): Promise<BufferedAnswer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(reasonOf(signal));
      return;
    }
    const chunks: Buffer[] = [];
    let status = 0;
    let headers: BufferedAnswer['headers'] = {};
    let dispatch: Dispatcher.DispatchController | undefined;
    const abort = (): void => {
      dispatch?.abort(reasonOf(signal));
      reject(reasonOf(signal));
    };
    signal.addEventListener('abort', abort);
    pool.dispatch(request, {
      onRequestStart(controller) {
        dispatch = controller;
        if (signal.aborted) controller.abort(reasonOf(signal));
      },
      onResponseStart(_controller, statusCode, its) {
        status = statusCode;
        headers = its;
      },
      onResponseData(_controller, chunk) {
        chunks.push(chunk);
      },
      onResponseEnd() {
        signal.removeEventListener('abort', abort);
        const [only] = chunks;
        const body = only && chunks.length === 1 ? only : Buffer.concat(chunks);
        resolve({ status, headers, body });
      },
      onResponseError(_controller, error) {
        signal.removeEventListener('abort', abort);
        reject(error);
      },
    });
  });
}

const reasonOf = ({ reason }: CallSignal): Error => (reason instanceof Error ? reason : new Error(String(reason)));
