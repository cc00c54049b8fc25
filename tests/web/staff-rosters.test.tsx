import '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { addStaff, send, tokenOf } from '#tests/api/school.ts';
import { answerOf } from '#tests/support/answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { rosterFiles, zipOf } from '#tests/support/roster-package.ts';
import { importRoster } from '#schema/rest/roster-files.ts';

const world = keptWorld();
let token: string;

beforeAll(async () => {
  token = await tokenOf(world, await addStaff(world, { role: 'Administrator' }));
});

/** A package that was sent to be checked, of a class without a textbook and with a teacher whose address is wrong. */
async function aCheck() {
  const [teacher, child, lesson] = [`T-${newId()}`, `S-${newId()}`, `C-${newId()}`];
  const files = rosterFiles({
    people: [
      { id: teacher, role: 'teacher', family: '森', given: 'あや', email: 'nobody' },
      { id: child, role: 'student', family: '青木', given: 'あおい', kana: ['アオキ', 'アオイ'] },
    ],
    lessons: [{ id: lesson, title: '1年1組', students: [[child, 1]] }],
  });
  const { id } = await answerOf(
    importRoster,
    send(world, importRoster, {
      ...{ token, fields: { dryRun: 'true' } },
      files: { file: { content: await zipOf({ ...files, 'demographics.csv': '' }), fileName: 'april.zip' } },
    }),
  );
  return { id, teacher, lesson };
}

const classesOf = async (externalId: string) =>
  (
    await world.services.pool.query<{ name: string }>(
      `select textbooks.name from classes join textbooks on textbooks.id = textbook_id where classes.external_id = $1`,
      [externalId],
    )
  ).rows;

/** The import's outcome for a class, with the textbook chosen for its course. */
const becameOf = async (externalId: string) =>
  (
    await world.services.pool.query<object>(
      `select outcome, problems, courses->0->>'textBookId' as book from roster_import_rows
       join roster_imports on roster_imports.id = import_id where sourced_id = $1`,
      [externalId],
    )
  ).rows;

test('staff see what a check has found, choose the textbook of a course, import, and see what came of it', async () => {
  const { id, teacher, lesson } = await aCheck();
  const { screen, user } = await renderRoute({ world, path: `/users/roster?id=${id}`, role: 'Administrator' });
  await screen.findByRole('heading', { name: 'april.zip checked' }, { timeout: 60_000 });
  screen.getByText('Not read: demographics.csv');
  const wrong = await screen.findByRole('row', { name: new RegExp(teacher) });
  within(wrong).getByText('users.csv 2');
  within(wrong).getByText('Refused');
  within(wrong).getByText(/^email: /);
  expect(await classesOf(lesson)).toEqual([]);

  const books = await screen.findByRole('combobox', { name: 'Textbook of 英語' });
  const options = () => within(books).getAllByRole<HTMLOptionElement>('option');
  await waitFor(() => expect(options().length).toBeGreaterThan(1));
  const [none, first] = options();
  expect(none?.textContent).toBe('None (skip)');
  await user.selectOptions(books, first?.value ?? '');
  await user.click(screen.getByRole('button', { name: 'Import now' }));
  await screen.findByRole('heading', { name: 'Import of april.zip finished' }, { timeout: 60_000 });
  expect(await becameOf(lesson)).toEqual([{ outcome: 'created', problems: [], book: first?.value }]);
  expect(await classesOf(lesson)).toEqual([{ name: first?.textContent }]);
  screen.getByRole('button', { name: 'Download results' });
  await user.click(screen.getByRole('button', { name: 'Import another package' }));
  await screen.findByRole('button', { name: 'Download roster' });
});

test('an import that is gone says so', async () => {
  const { screen } = await renderRoute({ world, path: `/users/roster?id=${newId()}`, role: 'SchoolOwner' });
  await screen.findByRole('heading', { name: 'Import not found' });
});
