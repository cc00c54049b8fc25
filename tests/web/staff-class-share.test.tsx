import '#tests/support/dom.ts';
import { waitFor } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newHashCode } from '#api/ground/db/ids.ts';
import { classes } from '#api/ground/db/schema.ts';
import { takesOverCodes } from '#tests/support/kept-codes.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { dayFromNow, makeClass, makeTextBook } from '#tests/support/teaching.ts';
import { dayInWords } from '#web/shared/i18n/days.ts';

const world = keptWorld();

interface CodesRow {
  readonly id: string;
  readonly code: string;
  readonly hash: string;
}

test('a class’s page copies its codes and links whole', async () => {
  const { rows } = await world.services.pool.query<CodesRow>(
    `select id, class_code as code, class_hash_code as hash from classes where class_name = 'Class 4B'`,
  );
  const [{ id, code, hash } = { id: '', code: '', hash: '' }] = rows;
  const { screen, user } = await renderRoute({ world, path: `/classes/${id}`, role: 'Administrator' });
  const copied = async (label: string) => {
    const button = await screen.findByRole('button', { name: label });
    await user.click(button);
    await waitFor(() => expect(button.textContent).toBe('Copied'));
    const [text] = await navigator.clipboard.read();
    return (await text?.getType('text/plain'))?.text();
  };
  expect(await copied('Copy class code')).toBe(code);
  expect(await copied('Copy hash code')).toBe(hash);
  expect(await copied('Copy URL link')).toBe(`${world.url}/student/class/${hash}`);
  expect(await copied('Copy community link')).toMatch(new RegExp(`^${world.url}/student/community.*${hash}`));
});

test('a QR code that a colleague replaced meanwhile is shown, and not replaced again', async () => {
  const { db } = world.services;
  const { id } = await makeClass(db, { textbookId: (await makeTextBook(db)).id });
  const { screen, user } = await renderRoute({ world, path: `/classes/${id}`, role: 'Administrator' });
  await user.click(await screen.findByRole('button', { name: 'Replace QR code…' }));
  const classHashCode = newHashCode();
  await db.update(classes).set({ classHashCode, version: 2 }).where(eq(classes.id, id));
  await user.click(await screen.findByRole('button', { name: 'Replace QR code' }));
  await screen.findByText(/changed this on/);
  await screen.findByText(classHashCode);
});

test('where the codes of a class are printed stands until when they work, if it takes over others', async () => {
  const { services } = world;
  const { rows } = await services.pool.query<{ readonly id: string }>(
    `select id from classes where class_name = 'Class 4B'`,
  );
  const [{ id } = { id: '' }] = rows;
  const lastDay = dayFromNow(90);
  await takesOverCodes(services, id, lastDay);
  const day = dayInWords(lastDay, 'en');
  const page = await renderRoute({ world, path: `/classes/${id}`, role: 'Administrator' });
  await page.screen.findByText(`These codes work until ${day}.`, { exact: false });
  const cards = await renderRoute({ world, path: `/classes/${id}/name-cards`, role: 'Administrator' });
  await cards.screen.findByText(`The class’s codes on these cards work until ${day}.`, { exact: false });
});
