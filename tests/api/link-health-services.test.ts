import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { linkChecks } from '#api/ground/db/schema.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { patience } from '#tests/support/patience.ts';
import { aGame, aVideo, type Night, ownLinks, type ServiceAnswer, startService, status, well } from './link-nights.ts';
import { addStaff } from './school.ts';

const { world, db, night, aDayPasses, twoNights, listed, aBook } = ownLinks();

describe('videos and games', () => {
  test('are asked at their services by oEmbed, each once, and nothing else is asked', async () => {
    const { content } = await aBook();
    const video = await content(aVideo());
    await content({ ...aVideo(), youtubeLink: video.youtubeLink?.replace('t=30', 't=60') });
    const game = await content(aGame());
    await content({ ...aVideo(), deletedAt: new Date() });
    // Neither is shown: of another type, and no address that Wordwall answers for.
    await content({ ...aVideo(), type: ContentType.READ });
    await content({ ...aGame(), wordwallLink: 'https://wordwall.net/embed/0123456789abcdef0123456789abcdef' });
    const { calls, linkHealth } = await startService(well);
    await night({ linkHealth });
    const watch = video.youtubeLink?.replace('&t=30', '') ?? '';
    expect(calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      [
        `GET /oembed?url=${encodeURIComponent(watch)}&format=json`,
        `GET /api/oembed?url=${encodeURIComponent(game.wordwallLink ?? '')}&format=json`,
      ].sort(),
    );
    expect(calls[0]?.headers['user-agent']).toBe('Manabook-LinkHealth');
    expect(await listed()).toEqual([]);
  });

  test.each([
    [404, 'gone'],
    [410, 'gone'],
    [401, 'refused'],
    [403, 'refused'],
  ] as const)(
    'that are answered with %i count as %s after two nights in a row, not after one',
    async (code, problem) => {
      const { book, unit, content } = await aBook();
      const person = await addStaff(world, { role: 'Administrator' });
      const video = await content({ ...aVideo(), updatedById: person.id });
      const game = await content(aGame());
      const { linkHealth } = await startService(status(code));
      await night({ linkHealth });
      // A second run of the same night is no second night.
      await night({ linkHealth });
      expect(await listed()).toEqual([]);
      await aDayPasses();
      await night({ linkHealth });
      const [first, second] = await listed();
      expect(first).toMatchObject({
        ...{ kind: 'video', problem, link: video.youtubeLink?.replace('&t=30', ''), fileName: null, itemName: null },
        ...{ textBook: { id: book.id }, unit: { id: unit.id }, content: { id: video.id, name: video.name } },
        changedBy: { id: person.id },
      });
      expect(Date.parse(first?.checkedAt ?? '') - Date.parse(first?.since ?? '')).toBeGreaterThan(80_000_000);
      expect(second).toMatchObject({ kind: 'game', problem, content: { id: game.id }, changedBy: null });
    },
  );

  test.each<[string, ServiceAnswer, Night?]>([
    ['an error', status(500)],
    ['too many questions', status(429)],
    ['a page of the network in between', (_, response) => response.writeHead(200).end('<html>Sign in</html>')],
    ['a circle of redirects', status(302, { location: '/oembed' })],
    ['an answer without end', (_, response) => response.writeHead(200).end(`{"type":"${'x'.repeat(100_000)}"}`)],
    ['no answer in time', () => undefined, { timeoutMs: 1_000 }],
    ['a connection that breaks', (_, response) => response.destroy()],
  ])('are not called broken for %s', async (_, answer, limits) => {
    const { content } = await aBook();
    await content(aVideo());
    const { calls, linkHealth } = await startService(answer);
    await twoNights({ ...limits, linkHealth });
    expect(calls.length).toBeGreaterThan(0);
    expect(await listed()).toEqual([]);
    const looks = await db().select().from(linkChecks);
    expect(looks).toMatchObject([{ problem: null, checkedAt: null }]);
    expect(looks[0]?.triedAt).not.toBeNull();
  });

  test('are asked nowhere else, wherever their service redirects to', async () => {
    const { content } = await aBook();
    await content(aVideo());
    const other = await startService(status(404));
    const { calls, linkHealth } = await startService(status(302, { location: other.linkHealth.video }));
    await twoNights({ linkHealth });
    expect(calls).toHaveLength(2);
    expect(other.calls).toEqual([]);
    expect(await listed()).toEqual([]);
  });

  test('are found behind a redirect of the same host', async () => {
    const { content } = await aBook();
    const { id } = await content(aGame());
    const { linkHealth } = await startService((call, response) =>
      call.path.startsWith('/api/oembed/')
        ? response.writeHead(404).end()
        : response.writeHead(301, { location: call.path.replace('/api/oembed', '/api/oembed/') }).end(),
    );
    await twoNights({ linkHealth });
    expect(await listed()).toMatchObject([{ problem: 'gone', content: { id } }]);
  });

  test('are asked no more in a night in which a service answers nothing, nor without a network', async () => {
    const { content } = await aBook();
    for (let at = 0; at < 12; at += 1) await content(aVideo());
    const { calls, linkHealth } = await startService(status(503));
    await night({ linkHealth });
    expect(calls.length).toBeLessThan(8);
    await night({ linkHealth: { asks: true, video: 'http://127.0.0.1:9/', game: 'http://nowhere.invalid/' } });
    expect(await listed()).toEqual([]);
  });

  test('are not believed gone where a service suddenly refuses most', async () => {
    const { content } = await aBook();
    for (let at = 0; at < 12; at += 1) await content(aVideo());
    const { linkHealth } = await startService(status(403));
    await twoNights({ linkHealth });
    expect(await listed()).toEqual([]);
    expect((await db().select().from(linkChecks)).every(({ problem }) => problem === null)).toBe(true);
  });

  test('are asked in turns, so many a night, those first that were asked longest ago', async () => {
    const { content } = await aBook();
    for (let at = 0; at < 5; at += 1) await content(aVideo());
    const { calls, linkHealth } = await startService(well);
    for (let run = 0; run < 3; run += 1) {
      await night({ linkHealth, questions: 2, atOnce: 1 });
      await aDayPasses();
    }
    expect(calls.length).toBe(6);
    expect(new Set(calls.map(({ path }) => path)).size).toBe(5);
    await night({ linkHealth, minutes: 0 });
    expect(calls.length).toBe(6);
  });

  test('are asked no more when another part of the night fails, since the job is tried again', async () => {
    const { content } = await aBook();
    await content(aVideo());
    await content(aGame());
    let isAsking = false;
    const { linkHealth } = await startService(async (call, response) => {
      if (call.path.startsWith('/api/')) {
        await vi.waitUntil(() => isAsking, patience);
        return well(call, response, 1);
      }
      isAsking = true;
      return response.on('close', () => (isAsking = false));
    });
    // The night fails as it writes what it found about the game.
    await db().execute(
      sql`alter table ${linkChecks} add constraint no_game check (kind <> 'game' or tried_at is null)`,
    );
    await expect(night({ linkHealth, timeoutMs: 600_000 })).rejects.toMatchObject({
      cause: { constraint: 'no_game' },
    });
    await db().execute(sql`alter table ${linkChecks} drop constraint no_game`);
    await expect.poll(() => isAsking).toBe(false);
  });

  test('are asked by nobody where that is switched off; what was broken is not listed then', async () => {
    const { content } = await aBook();
    await content(aVideo());
    const { calls, linkHealth } = await startService(status(404));
    await twoNights({ linkHealth });
    expect(await listed()).toHaveLength(1);
    const off = { ...linkHealth, asks: false };
    expect(await listed(off)).toEqual([]);
    await night({ linkHealth: off });
    expect(calls).toHaveLength(2);
    expect(await db().$count(linkChecks)).toBe(0);
  });
});
