import type { UploadOptions } from './upload-options.ts';

// The browser sets the form's content type with its boundary.
const ownedByForm = 'content-type';

export interface FormRequest extends UploadOptions {
  readonly headers?: HeadersInit;
  /** The operation as JSON. */
  readonly body: string;
}

/**
 * Sends an operation with its files by GraphQL's multipart request specification. Uses XMLHttpRequest, since `fetch`
 * reports no upload progress in any browser.
 */
export function sendForm(url: string, { headers, body, files, onProgress, signal }: FormRequest): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    // Another site's page cannot set this header, so the gateway can tell a cross-site form from ours.
    request.setRequestHeader('apollo-require-preflight', 'true');
    for (const [name, value] of new Headers(headers)) if (name !== ownedByForm) request.setRequestHeader(name, value);
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      try {
        resolve(responseOf(request));
      } catch (cause) {
        // No `Response` can hold a proxy's 204 or invalid header. An error thrown here would leave the promise pending.
        reject(new TypeError('The answer cannot be read', { cause }));
      }
    };
    request.onerror = () => reject(new TypeError('The server cannot be reached'));
    request.onabort = () => reject(reasonOf(signal));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    if (signal.aborted) reject(reasonOf(signal));
    else request.send(formOf(body, files));
  });
}

const reasonOf = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new DOMException('The upload was given up', 'AbortError');

function formOf(body: string, files: UploadOptions['files']): FormData {
  const { variables = {}, ...operation } = JSON.parse(body) as { variables?: Record<string, unknown> };
  const nulls = Object.fromEntries(Object.keys(files).map((name) => [name, null]));
  const paths = Object.keys(files).map((name, index) => [index, [`variables.${name}`]]);
  const form = new FormData();
  form.append('operations', JSON.stringify({ ...operation, variables: { ...variables, ...nulls } }));
  form.append('map', JSON.stringify(Object.fromEntries(paths)));
  for (const [index, file] of Object.values(files).entries()) form.append(String(index), file);
  return form;
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const [name = '', ...value] = line.split(':');
    if (name !== '') headers.append(name, value.join(':').trim());
  }
  return new Response(request.responseText, { status: request.status, headers });
}
