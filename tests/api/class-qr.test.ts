import { eq } from 'drizzle-orm';
import request from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { classes } from '#api/ground/db/schema.ts';
import { createSignedLinks } from '#api/ground/http/signed-links.ts';
import * as operations from '#schema/rest/classes.ts';
import { typedCode } from '#schema/rest/qr-codes.ts';
import { answerOf } from '#tests/support/answers.ts';
import { readQrCode } from '#tests/support/qr-reader.ts';
import { keptApi } from '#tests/support/kept-world.ts';
import { classOf, makeSchools, problemOf, send } from './school.ts';

const world = keptApi();
let made: operations.ClassDetail;
let school: Awaited<ReturnType<typeof makeSchools>>;

beforeAll(async () => {
  school = await makeSchools(world);
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

  test('made anew, comes with a new hash code and class code, and the old ones are over', async () => {
    const oldSvg = made.qrCode.svg.url;
    await get(oldSvg).expect(200);
    const body = await classOf(
      send(world, operations.regenerateClassQrCode, {
        token: school.tokens.admin,
        params: { id: made.id },
      }),
    );
    expect(body.classHashCode).not.toBe(made.classHashCode);
    expect(body.classCode).not.toBe(made.classCode);
    expect(body.version).toBe(2);
    expect(body.qrCode.svg.url).not.toBe(oldSvg);
    await get(oldSvg).expect(404);
    await send(world, operations.classUnits, { query: { classHashCode: made.classHashCode } }).expect(404);
    await send(world, operations.classUnits, { query: { classHashCode: body.classHashCode } }).expect(200);
    await send(world, typedCode, { query: { code: made.classCode } }).expect(404);
    const typed = await answerOf(typedCode, send(world, typedCode, { query: { code: body.classCode } }));
    expect(typed.classHashCode).toBe(body.classHashCode);
    const found = await send(world, operations.classes, {
      token: school.tokens.admin,
      query: { SearchText: body.classCode },
    }).expect(200);
    expect(found.body).toMatchObject({ items: [{ id: made.id }] });
  });

  test('is not made anew by who has read the class before somebody else made it anew', async () => {
    const { id, version } = await school.created('admin');
    const sent = { token: school.tokens.admin, params: { id }, body: { version } };
    const regenerate = () => send(world, operations.regenerateClassQrCode, sent);
    const { classHashCode } = await classOf(regenerate());
    expect((await problemOf(regenerate(), 409)).messageKey).toBe('messages.changedMeanwhile');
    await send(world, operations.classUnits, { query: { classHashCode } }).expect(200);
  });

  test('opens the class typed in any letter case, unless the class switches that off; its QR code goes on', async () => {
    const { id, classCode, classHashCode } = await school.created('admin');
    const open = () => send(world, typedCode, { query: { code: ` ${classCode.toLowerCase()} ` } });
    expect(await answerOf(typedCode, open())).toMatchObject({ classHashCode });
    await world.services.db.update(classes).set({ codeOpens: false }).where(eq(classes.id, id));
    await open().expect(404);
    await send(world, operations.classUnits, { query: { classHashCode } }).expect(200);
  });
});
