import request from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { createSignedLinks } from '#api/media/signed-links.ts';
import type { ClassDetail } from '#schema/rest/classes.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { makeSchools, problemOf } from './school.ts';

const world = keptApi();
let made: ClassDetail;

beforeAll(async () => {
  const school = await makeSchools(world);
  made = await school.created('admin');
});

const get = (url: string) => request(world.apiUrl).get(`/api${url}`).buffer(true);

async function pictureAt(url: string, contentType: RegExp): Promise<Buffer> {
  const response = await fetch(`${world.apiUrl}/api${url}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(contentType);
  return Buffer.from(await response.arrayBuffer());
}

describe('the QR code of a class', () => {
  test('is read by an independent reader as the class’s link, as PNG and as SVG', async () => {
    expect(await readQrCode(await pictureAt(made.qrCode.png.url, /^image\/png/))).toBe(made.urlLink);
    expect(await readQrCode(await pictureAt(made.qrCode.svg.url, /^image\/svg\+xml/))).toBe(made.urlLink);
  });

  test('has four white modules around it and is wide enough to print', async () => {
    const svg = String(await pictureAt(made.qrCode.svg.url, /svg/));
    const [, modules = '0'] = /viewBox="0 0 (\d+) \d+"/.exec(svg) ?? [];
    const rows = [...svg.matchAll(/M(\d+) (\d+)(?:\.5)?h/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
    expect(Math.min(...rows.filter(({ y }) => y > 0).map(({ x }) => x))).toBe(4);
    const png = await pictureAt(made.qrCode.png.url, /png/);
    expect(png.readUInt32BE(16)).toBe(Number(modules) * 24);
  });

  test('is kept by the browser and never run', async () => {
    const { headers } = await get(made.qrCode.svg.url).expect(200);
    expect(headers['cache-control']).toMatch(/^private, max-age=\d+, immutable$/);
    expect(headers['content-security-policy']).toContain('sandbox');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-disposition']).toBe(`inline; filename=${made.classCode}.svg`);
  });

  test('opens with its signature alone, and for its time alone', async () => {
    const { url } = made.qrCode.png;
    const [path = ''] = url.split('?');
    for (const wrong of [
      path,
      `${url}x`,
      url.replace(/expires=\d+/, 'expires=9999999999'),
      url.replace('.png', '.svg'),
    ])
      expect((await problemOf(get(wrong), 403)).messageKey).toBe('messages.linkExpired');
    const fileName = decodeURIComponent(path.split('/').at(-1) ?? '');
    const old = createSignedLinks(world.services.secrets.current('links').value, () => Date.now() - 3 * 86_400_000);
    await problemOf(get(old.download('class-qr', made.id, fileName).url), 403);
    const unknown = world.services.links.download('class-qr', 'no-id', fileName);
    await problemOf(get(unknown.url), 404);
  });
});
