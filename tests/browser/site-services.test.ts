import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { childDevice, childWhoMade, type Child } from '#tests/support/child-device.ts';
import { freePort } from '#tests/support/ports.ts';
import { startProduct } from '#tests/support/product.ts';

interface Told {
  readonly type: string;
  readonly name?: string;
  readonly message?: string;
  readonly page: string;
}

const port = await freePort();
const elsewhere = `http://127.0.0.1:${port}`;
const services = { ipLookupUrl: `${elsewhere}/who?format=json`, telemetryUrl: `${elsewhere}/telemetry` };
const product = startProduct({ api: { services }, gateway: { services } });

const told: Told[] = [];
const referrers: (string | undefined)[] = [];
/** Another's site: a look-up of addresses, and a monitoring service. */
const service = createServer((request, response) => {
  response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', 'content-type');
  referrers.push(request.headers.referer);
  void text(request).then((body) => {
    if (request.method === 'POST') told.push(...(JSON.parse(body) as { events: Told[] }).events);
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ ip: '203.0.113.77' }));
  });
});

/** The addresses that pages told of themselves; kept as networks, as all are. */
async function toldAddresses(): Promise<readonly string[]> {
  const { rows } = await product.world.services.pool.query<{ address: string }>(
    'select distinct client_ip as address from page_views where client_ip is not null',
  );
  return rows.map(({ address }) => address);
}

let child: Child;
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(port, '127.0.0.1', resolve));
  child = await childWhoMade(product, 'My house');
});
afterAll(() => new Promise((resolve) => service.close(resolve)));

describe('services beside this one', () => {
  it('are called when the page has come: the address travels with page views, errors go to the monitoring', async () => {
    const { page, context, complaints } = await childDevice(product, child, `/student/class/${child.classCode}`);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('ipAddress'))).toBe('203.0.113.77');
    await page.evaluate((code) => {
      setTimeout(() => {
        throw new Error(`broken at /student/class/${code}`);
      });
    }, child.classCode);
    await expect.poll(() => told.find(({ type }) => type === 'error')).toBeDefined();
    expect(told.find(({ type }) => type === 'error')).toMatchObject({ page: '/student/class/:classHashCode' });
    expect(JSON.stringify(told)).toContain('broken at');
    expect(JSON.stringify(told)).not.toContain(child.classCode);
    await page.goto(`${product.world.url}/student/profiles`);
    await expect.poll(toldAddresses).toEqual(['203.0.113.0']);
    expect(told.map(({ type }) => type)).toContain('vital');
    expect(referrers.filter((referrer) => referrer !== undefined)).toEqual([]);
    expect(complaints).toEqual([expect.stringContaining('broken at')]);
    await context.close();
  });
});
