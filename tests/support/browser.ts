import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { localeOf } from '#schema/languages.ts';
import { openPages } from './failures/open-pages.ts';
import { patience, testLimit } from './patience.ts';
import { countingLost } from './times/processor.ts';

/** Chromium reads only the last `--disable-features`, so this list holds playwright's own as well. */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'AimEnabled',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  // Every device would load these two pages of the address bar: a quarter of a journey's processor time.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--autoplay-policy=user-gesture-required',
  // A microphone that beeps, and a camera.
  '--use-fake-device-for-media-stream',
  `--disable-features=${withoutFeatures.join(',')}`,
  // A device lives for seconds: the optimizing compiler and small heaps that are collected often cost an eighth of the
  // processor time and bring nothing back.
  '--js-flags=--no-turbofan --no-maglev --min-semi-space-size=16',
];

export type Width = 'phone' | 'tablet' | 'desktop';
export const viewports = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1280, height: 800 },
} as const;

export interface DeviceOptions {
  readonly width?: Width;
  readonly language?: 'en' | 'jp';
  /** The pages' service worker may work. It answers before `route` is asked, so tests that break the network have none. */
  readonly installed?: boolean;
  /** Animations run, for tests that look at them. Other devices ask for reduced motion. */
  readonly moving?: boolean;
  /** Pages may not use the microphone and the camera. On other devices they may use both. */
  readonly refuses?: boolean;
}

/** One browser with as many separate devices (storage, cookies) as a journey needs. */
export interface TestBrowser {
  device(options?: DeviceOptions): Promise<Device>;
}

export interface StartedBrowser extends TestBrowser {
  isConnected(): boolean;
  close(): Promise<void>;
}

export interface Device {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Console errors, page errors and violations of the content security policy so far. */
  readonly complaints: string[];
  /** What toasts have said so far: each is gone after a moment. */
  readonly toasts: string[];
}

/** The flags of a browser that loads web fonts, as schools' browsers do. */
export const withWebFonts: readonly string[] = [];

let kept: StartedBrowser | undefined;

/**
 * The browser that the worker keeps from file to file. The devices of a file are closed after its tests. Pages get no web
 * fonts: the Japanese ones take a third of the processor time of a staff page. Tests of how a page looks ask for
 * `withWebFonts`.
 */
export function keptBrowser(): TestBrowser {
  const opened: BrowserContext[] = [];
  beforeAll(async () => {
    if (!kept?.isConnected()) kept = await startBrowser(['--disable-remote-fonts']);
  });
  afterAll(async () => {
    await Promise.all(opened.map((context) => context.close()));
  });
  return {
    async device(options) {
      if (!kept) throw new Error('The browser starts before the tests, not while they are gathered');
      const device = await kept.device(options);
      opened.push(device.context);
      return device;
    },
  };
}

/** A browser for one file, with more flags. The caller closes it. */
export async function startBrowser(more: readonly string[] = []): Promise<StartedBrowser> {
  // The headless shell has no window that could ask for the microphone: a flag answers for all devices of a browser.
  const allowing = await launch([...more, '--use-fake-ui-for-media-stream']);
  let refusing: Promise<Browser> | undefined;
  return {
    async device({ refuses = false, ...options } = {}) {
      if (!refuses) return openDevice(allowing, options);
      refusing ??= launch([...more, '--use-fake-ui-for-media-stream=deny']);
      return openDevice(await refusing, options);
    },
    isConnected: () => allowing.isConnected(),
    close: () =>
      countingLost(async () => {
        await allowing.close();
        await (await refusing)?.close();
      }),
  };
}

const launch = (more: readonly string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    headless: true,
    args: [...flags, ...more],
    timeout: testLimit,
  });

async function openDevice(
  browser: Browser,
  { width = 'desktop', language = 'en', installed = false, moving = false }: Omit<DeviceOptions, 'refuses'> = {},
): Promise<Device> {
  const context = await browser.newContext({
    viewport: viewports[width],
    locale: localeOf(language),
    hasTouch: width !== 'desktop',
    reducedMotion: moving ? 'no-preference' : 'reduce',
    serviceWorkers: installed ? 'allow' : 'block',
    // The journeys read links back from the clipboard, as a teacher pastes them.
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(patience);
  const complaints: string[] = [];
  const toasts: string[] = [];
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`CSP: ${event.violatedDirective} refused ${event.blockedURI}`);
    });
    const watch = (changes: readonly MutationRecord[]) => {
      for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(added instanceof Element)) continue;
        // A page that begins with a toast brings it inside something else.
        const messages = added.matches('.toast *') ? [] : added.querySelectorAll('.toast-message');
        for (const { textContent } of messages) console.debug(`Toast: ${textContent}`);
      }
    };
    new MutationObserver(watch).observe(document, { childList: true, subtree: true });
  });
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
    if (message.text().startsWith('Toast: ')) toasts.push(message.text());
  });
  context.on('page', (page) => {
    openPages.add(page);
    page.on('close', () => openPages.delete(page));
  });
  context.on('weberror', (event) => complaints.push(event.error().message));
  return { context, page: await context.newPage(), complaints, toasts };
}
