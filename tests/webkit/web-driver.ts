import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { freePort } from '#tests/support/ports.ts';

const driver = 'WPEWebDriver';
const browser = '/usr/lib/x86_64-linux-gnu/wpe-webkit-1.1/MiniBrowser';
const answer = z.object({ value: z.unknown() });
const started = z.object({ sessionId: z.string(), capabilities: z.object({ browserVersion: z.string() }) });

/** A browser of its own without a window, driven by W3C WebDriver (https://www.w3.org/TR/webdriver2/). */
export class WebKit {
  readonly #process: ChildProcess;
  readonly #address: string;
  readonly version: string;

  private constructor(process: ChildProcess, address: string, version: string) {
    this.#process = process;
    this.#address = address;
    this.version = version;
  }

  static async start(): Promise<WebKit> {
    const port = await freePort();
    const process = spawn(driver, [`--port=${port}`], { stdio: 'ignore', detached: true });
    await once(process, 'spawn');
    endWithThisProcess(process);
    const address = `http://127.0.0.1:${port}/session`;
    const options = { binary: browser, args: ['--headless', '--automation'] };
    const capabilities = { alwaysMatch: { 'wpe:browserOptions': options } };
    const session = started.parse(await untilListening(() => ask('POST', address, { capabilities })));
    return new WebKit(process, `${address}/${session.sessionId}`, session.capabilities.browserVersion);
  }

  /** Opens an address and waits until the page has loaded. */
  async open(url: string): Promise<void> {
    await ask('POST', `${this.#address}/url`, { url });
  }

  /** Runs the body of a function in the page, with `arguments`, and gives what it returns. */
  run(script: string, ...args: readonly unknown[]): Promise<unknown> {
    return ask('POST', `${this.#address}/execute/sync`, { script, args });
  }

  /** A picture of the window, as PNG. */
  async picture(): Promise<Buffer> {
    return Buffer.from(z.string().parse(await ask('GET', `${this.#address}/screenshot`)), 'base64');
  }

  async close(): Promise<void> {
    await ask('DELETE', this.#address).catch(() => undefined);
    const gone = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await gone;
  }
}

/** Ends the driver and the browsers that it has started: a run that breaks off cannot close them. */
function endWithThisProcess(child: ChildProcess): void {
  const end = () => void (child.pid !== undefined && process.kill(-child.pid, 'SIGTERM'));
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
}

async function ask(method: string, address: string, body?: object): Promise<unknown> {
  const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await fetch(address, { method, ...sent });
  const { value } = answer.parse(await response.json());
  if (!response.ok) throw new Error(JSON.stringify(value).slice(0, 500));
  return value;
}

/** The driver listens a moment after its process has started. */
async function untilListening<Value>(first: () => Promise<Value>): Promise<Value> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await first();
    } catch (error) {
      if (tries === 100 || !(error instanceof TypeError)) throw error;
      await delay(50);
    }
  }
}
