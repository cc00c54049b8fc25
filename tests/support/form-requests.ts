import { onTestFinished, vi } from 'vitest';

/**
 * Lets pages of jsdom upload files, by Node's `fetch`: jsdom's XMLHttpRequest takes no form of Node's. `network.isOn`
 * is the device's network for uploads.
 */
export function takeForms(): { isOn: boolean } {
  const network = { isOn: true };

  class FormRequest {
    readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    readonly #sent: { url: string; headers: Headers; signal: AbortSignal; abort: () => void };
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    onloadend?: () => void;
    status = 0;
    responseText = '';
    #answered = '';

    constructor() {
      const ends = new AbortController();
      this.#sent = { url: '', headers: new Headers(), signal: ends.signal, abort: () => ends.abort() };
    }
    open(_method: string, url: string): void {
      this.#sent.url = url;
    }
    setRequestHeader(name: string, value: string): void {
      this.#sent.headers.append(name, value);
    }
    getAllResponseHeaders(): string {
      return this.#answered;
    }
    abort(): void {
      this.#sent.abort();
      this.onabort?.();
    }
    send(body: FormData): void {
      void this.#answer(body)
        .then(
          () => this.onload?.(),
          () => this.#sent.signal.aborted || this.onerror?.(),
        )
        .finally(() => this.onloadend?.());
    }
    async #answer(body: FormData): Promise<void> {
      const { url, headers, signal } = this.#sent;
      if (!network.isOn) throw new TypeError('no network');
      const response = await fetch(url, { method: 'POST', headers, body, signal });
      this.responseText = await response.text();
      this.status = response.status;
      this.#answered = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
    }
  }

  vi.stubGlobal('XMLHttpRequest', FormRequest);
  onTestFinished(() => void vi.unstubAllGlobals());
  return network;
}
