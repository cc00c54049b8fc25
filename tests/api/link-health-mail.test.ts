import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { sendBrokenLinks } from '#api/domains/link-health/mail.ts';
import { mailBrokenLinks } from '#api/domains/link-health/jobs.ts';
import { contents } from '#api/ground/db/schema.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { makeMedia } from '#tests/support/teaching.ts';
import { ownMailServer } from '#tests/support/own-mail-server.ts';
import { jobsOf } from '#tests/support/webhooks.ts';
import { aGame, aVideo, ownLinks, startService, status, well } from './link-nights.ts';
import { addStaff } from './school.ts';

const mail = ownMailServer();
const { world, db, administrator, night, aDayPasses, twoNights, aBook } = ownLinks(() => ({
  gateway: false,
  api: { smtpUrl: mail.url },
}));

beforeEach(async () => {
  mail.mails.length = 0;
  await world.services.pool.query('delete from graphile_worker._private_jobs');
});

/** Sends what the night has queued, as the worker does; what arrived, by its reader. */
async function mailed() {
  mail.mails.length = 0;
  for (const payload of await jobsOf(world, mailBrokenLinks.name))
    await sendBrokenLinks(world.services, mailBrokenLinks.payload.parse(payload));
  await world.services.pool.query('delete from graphile_worker._private_jobs');
  return new Map(mail.mails.map((one) => [one.to?.[0]?.address ?? '', one]));
}

const askedAs = (linkHealth: object) => Object.assign(world.services.settings, { linkHealth });

describe('the mail of the night', () => {
  test('goes once to each who last changed something that is newly broken, by textbook, in their language', async () => {
    const english = await addStaff(world, { role: 'Administrator', language: 'en', firstName: 'Mia', lastName: 'Day' });
    const japanese = await addStaff(world, { role: 'SuperAdmin', language: 'jp', firstName: '花子', lastName: '山田' });
    const [one, two] = [await aBook({ name: 'Hello <1>' }), await aBook({ name: 'Sea' })];
    const video = await one.content({ ...aVideo(), name: 'Hello song', updatedById: english.id });
    const game = await two.content({ ...aGame(), name: 'Quiz', updatedById: english.id });
    const page = await two.content({
      pageImageMediaId: (await makeMedia(db(), { kind: 'image' })).id,
      updatedById: japanese.id,
    });
    const { linkHealth } = await startService(status(404));
    askedAs(linkHealth);
    await night({ linkHealth });
    // The file at once; what services have after the second night.
    const first = await mailed();
    expect([...first.keys()]).toEqual([japanese.email]);
    const letter = first.get(japanese.email);
    expect(letter?.subject).toBe('Manabook：テキストのリンク切れが1件あります');
    expect(letter?.text).toContain('山田 花子');
    expect(letter?.text).toContain(
      `Sea\n- ユニット1\u3000${page.pageNumber}ページ「${page.name}」：画像ファイルがありません\n` +
        `  ${world.services.settings.publicUrl}/contents/${page.id}?lng=jp\n`,
    );
    await aDayPasses();
    await night({ linkHealth });
    const second = await mailed();
    expect([...second.keys()]).toEqual([english.email]);
    const { subject, text, html } = second.get(english.email) ?? {};
    expect(subject).toBe('2 links in your textbooks are broken');
    const at = world.services.settings.publicUrl;
    expect(text).toContain(
      `Hello <1>\n- Unit 1, page ${video.pageNumber}: Hello song – the video was deleted from YouTube\n` +
        `  ${at}/contents/${video.id}?lng=en\n\n` +
        `Sea\n- Unit 1, page ${game.pageNumber}: Quiz – the game was deleted from Wordwall\n` +
        `  ${at}/contents/${game.id}?lng=en\n`,
    );
    expect(text).toContain(`See broken links:\n${at}/text-books/broken-links?lng=en`);
    expect(html).toContain('<strong>Hello &lt;1&gt;</strong>');
    expect(html).toContain(`<li><a href="${at}/contents/${video.id}?lng=en">`);
    // Not again in the next night.
    await aDayPasses();
    await night({ linkHealth });
    expect((await mailed()).size).toBe(0);
  });

  test('goes to the administrators for what nobody, a deactivated person or one without textbooks changed last', async () => {
    const other = await addStaff(world, { role: 'SuperAdmin' });
    const left = await addStaff(world, { role: 'Administrator', status: UserStatus.DEACTIVATED });
    const teacher = await addStaff(world, { role: 'Teacher' });
    const { content } = await aBook();
    for (const updatedById of [null, left.id, teacher.id])
      await content({ pageImageMediaId: (await makeMedia(db(), { kind: 'image' })).id, updatedById });
    await night();
    const found = await mailed();
    expect([...found.keys()].sort()).toEqual([administrator().email, other.email].sort());
    for (const { text } of found.values()) expect(text?.match(/\/contents\//g)).toHaveLength(3);
  });

  test('says nothing of what is mended by then, and comes again when it breaks again', async () => {
    const { content } = await aBook();
    const { id } = await content({ ...aVideo(), updatedById: administrator().id });
    const gone = await startService(status(404));
    askedAs(gone.linkHealth);
    await twoNights(gone);
    await db().update(contents).set({ deletedAt: new Date() }).where(eq(contents.id, id));
    expect((await mailed()).size).toBe(0);
    await db().update(contents).set({ deletedAt: null }).where(eq(contents.id, id));
    await night(await startService(well));
    await twoNights(gone);
    expect((await mailed()).size).toBe(1);
  });

  test('shows fifty at most, and says how many there are', async () => {
    const { content } = await aBook();
    const { id } = await makeMedia(db(), { kind: 'image' });
    for (let at = 0; at < 52; at += 1) await content({ pageImageMediaId: id, updatedById: administrator().id });
    await night();
    const { subject, text } = (await mailed()).get(administrator().email) ?? {};
    expect(subject).toBe('52 links in your textbooks are broken');
    expect(text?.match(/\/contents\//g)).toHaveLength(50);
    expect(text).toContain('2 more are in the list.');
  });
});
