import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isScriptAddress } from '#web/shared/script-addresses.ts';
import { startProduct } from '#tests/support/product.ts';

const product = startProduct();

/** What a page says to each way in which a text could become a script. */
const sinks = (page: Page) =>
  page.evaluate(() => {
    const outcome = (act: () => unknown): string => {
      try {
        act();
        return 'done';
      } catch (error) {
        return error instanceof Error ? error.name : 'thrown';
      }
    };
    const script = () => document.createElement('script');
    return {
      html: outcome(() => (document.createElement('div').innerHTML = '<img src="x" onerror="alert(1)">')),
      behind: outcome(() => document.body.insertAdjacentHTML('beforeend', '<b></b>')),
      source: outcome(() => (script().src = '/media/of-a-stranger.js')),
      elsewhere: outcome(() => (script().src = 'https://evil.example/assets/x.js')),
      text: outcome(() => (script().text = 'alert(1)')),
      worker: outcome(() => new Worker('/media/of-a-stranger.js')),
      policy: outcome(() =>
        (
          window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } }
        ).trustedTypes.createPolicy('own', {}),
      ),
    };
  });

const allRefused = {
  html: 'TypeError',
  behind: 'TypeError',
  source: 'TypeError',
  elsewhere: 'TypeError',
  text: 'TypeError',
  worker: 'TypeError',
  policy: 'TypeError',
};

test.each(['/login', '/student', '/graphql'])('a text does not become a script in the page %s', async (path) => {
  const { page, complaints, context } = await product.browser.device();
  await page.goto(`${product.world.url}${path}`);
  await page.locator('#root > *').first().waitFor();
  expect(complaints).toEqual([]);
  expect(await sinks(page)).toEqual(allRefused);
  await context.close();
});

test('the service worker is registered under the policy, which then still refuses other scripts', async () => {
  const { page, complaints, context } = await product.browser.device({ installed: true });
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/csp-reports')) reports.push(request.postData() ?? '');
  });
  await page.clock.install();
  await page.goto(`${product.world.url}/student`);
  await page.locator('#root > *').first().waitFor();
  await page.clock.runFor(3_000);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // The media library makes its workers from blobs.
  await page.evaluate(() => new Worker(URL.createObjectURL(new Blob([''], { type: 'text/javascript' }))));
  expect(complaints).toEqual([]);
  expect(reports).toEqual([]);
  expect(await sinks(page)).toEqual(allRefused);
  await context.close();
});

test('only addresses of our build, the service worker and own blobs are those of scripts', () => {
  const page = 'https://school.example/student/community?class=a';
  const isAllowed = (address: string) => isScriptAddress(address, page);
  for (const address of [
    '/assets/proof-worker-D0689Pat.js',
    'https://school.example/assets/code-reader-I2AiMhrJ.js',
    '/service-worker.js',
    'blob:https://school.example/4f3f0d6c-8b1e-4d6e-9a53-1f4b6c6c9d10',
  ])
    expect([address, isAllowed(address)]).toEqual([address, true]);
  for (const address of [
    'https://evil.example/assets/x.js',
    '//evil.example/assets/x.js',
    '/assets/../media/x.js',
    '/assets/%2e%2e/media/x.js',
    '/assets\\..\\media\\x.js',
    '/media/x.js',
    '/service-worker.js/x',
    'http://school.example/assets/x.js',
    'blob:https://evil.example/4f3f0d6c-8b1e-4d6e-9a53-1f4b6c6c9d10',
    'data:text/javascript,alert(1)',
    'javascript:alert(1)',
    'blob:null/4f3f0d6c-8b1e-4d6e-9a53-1f4b6c6c9d10',
    'https://',
  ])
    expect([address, isAllowed(address)]).toEqual([address, false]);
});
