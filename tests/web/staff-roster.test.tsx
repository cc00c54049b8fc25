import '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { classes, classProfiles } from '#api/ground/db/schema.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeChild, makeClass } from '#tests/support/teaching.ts';

const world = keptWorld();

/** A class of the teacher's, with one student who has no number. */
async function aClass() {
  const { db } = world.services;
  const [taught] = await db.select().from(classes).where(eq(classes.className, '3年1組 Sunflowers'));
  if (!taught) throw new Error('the teacher of the demo school has no class');
  const { textbookId, schoolId, schoolAdministratorId, mainTeacherId } = taught;
  const { id } = await makeClass(db, { textbookId, schoolId, schoolAdministratorId, mainTeacherId });
  await makeChild(db, { classId: id });
  return { path: `/classes/${id}/students`, id };
}

const childrenOf = async (id: string) =>
  (
    await world.services.pool.query<{ name: string; number: number | null; reading: string }>(
      `select name, number, reading from profiles join class_profiles on profile_id = profiles.id
         where class_id = $1 and number is not null order by number`,
      [id],
    )
  ).rows;

test('a teacher pastes a list, fixes a line beside its problem, adds another, and finds the children', async () => {
  const { id, path } = await aClass();
  const { screen, user } = await renderRoute({ world, path, role: 'Teacher' });
  await user.click(await screen.findByRole('button', { name: 'Add students' }));
  const pasted = await screen.findByRole('textbox', { name: 'List of students' });
  await user.click(pasted);
  await user.paste('1\t阿部 空\tあべ そら\tふくろう\n1\tMimi\t\tdragon');
  await user.click(screen.getByRole('button', { name: 'Put into the list' }));
  const second = await screen.findByRole('group', { name: 'Line 2' });
  within(second).getByText(/Another student has this number\..*This animal is not on the list/);
  screen.getByText('1 line to fix');

  await user.click(screen.getByRole('button', { name: 'Add students' }));
  await screen.findByText('Fix the marked lines.');
  expect(await childrenOf(id)).toEqual([]);

  await user.clear(within(second).getByRole('textbox', { name: 'Number' }));
  await user.type(within(second).getByRole('textbox', { name: 'Number' }), '２');
  await user.selectOptions(within(second).getByRole('combobox', { name: 'Animal' }), 'Cat');
  await user.click(screen.getByRole('button', { name: 'Add a line' }));
  const third = await screen.findByRole('group', { name: 'Line 3' });
  await user.type(within(third).getByRole('textbox', { name: 'Name' }), 'Uta');
  await user.type(within(third).getByRole('textbox', { name: 'Number' }), '3');
  await user.click(screen.getByRole('button', { name: 'Add students' }));

  await screen.findByText('3 students were added.');
  await screen.findByRole('row', { name: /阿部 空/ });
  expect(await childrenOf(id)).toEqual([
    { name: '阿部 空', number: 1, reading: 'あべ そら' },
    { name: 'Mimi', number: 2, reading: '' },
    { name: 'Uta', number: 3, reading: '' },
  ]);
});

test('a line says that a child of its name waits to be let in', async () => {
  const { id, path } = await aClass();
  const { db } = world.services;
  const waiting = await makeChild(db, { classId: id, name: '阿部 空' });
  await db.update(classProfiles).set({ waiting: true }).where(eq(classProfiles.profileId, waiting.id));
  const { screen, user } = await renderRoute({ world, path: `${path}/add`, role: 'Teacher' });
  await user.click(await screen.findByRole('textbox', { name: 'List of students' }));
  await user.paste('1\tMimi\n2\t阿部空');
  await user.click(screen.getByRole('button', { name: 'Put into the list' }));
  const second = await screen.findByRole('group', { name: 'Line 2' });
  await within(second).findByText('A student of this name is waiting. Admit or refuse that student first.');
  screen.getByText('1 line to fix');
});

const files = {
  'a file of a spreadsheet': new TextEncoder().encode(
    'Number,Name,Reading,Animal\r\n11,"Sora, Aoi",あおい そら,Owl\r\n12,Kai,,\r\n',
  ),
  // 番号,名前 and 13,空 as Excel saves them in Japan.
  'a file in Shift_JIS': Uint8Array.from([
    ...[0x94, 0xd4, 0x8d, 0x86, 0x2c, 0x96, 0xbc, 0x91, 0x4f, 0x0d, 0x0a],
    ...[0x31, 0x33, 0x2c, 0x8b, 0xf3, 0x0d, 0x0a],
  ]),
};
const read = {
  'a file of a spreadsheet': [
    ['11', 'Sora, Aoi', 'あおい そら'],
    ['12', 'Kai', ''],
  ],
  'a file in Shift_JIS': [['13', '空', '']],
} as const;

test.each(['a file of a spreadsheet', 'a file in Shift_JIS'] as const)(
  'a teacher chooses %s, and its children are added',
  async (kind) => {
    const { id, path } = await aClass();
    const { screen, user } = await renderRoute({ world, path: `${path}/add`, role: 'Teacher' });
    await screen.findByRole('button', { name: 'Choose a file' });
    const chooser = document.querySelector<HTMLInputElement>('.roster-paste input[type=file]');
    if (!chooser) throw new Error('the page asks for no file');
    const opened = vi.spyOn(chooser, 'click');
    await user.click(screen.getByRole('button', { name: 'Choose a file' }));
    expect(opened).toHaveBeenCalledTimes(1);
    await user.upload(chooser, new File([files[kind]], 'class.csv', { type: 'text/csv' }));

    for (const [at, [number, name, reading]] of read[kind].entries()) {
      const line = within(await screen.findByRole('group', { name: `Line ${at + 1}` }));
      const shown = ['Number', 'Name', 'Reading'].map(
        (label) => line.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${label}`) }).value,
      );
      expect(shown).toEqual([number, name, reading]);
    }
    await user.click(screen.getByRole('button', { name: 'Add students' }));
    await screen.findByText(/students? (?:was|were) added\./);
    const added = read[kind].map(([number, name, reading]) => ({ name, number: Number(number), reading }));
    await waitFor(async () => expect(await childrenOf(id)).toEqual(added));
  },
);

test('a file without children says so, and leaves the list as it was', async () => {
  const { path } = await aClass();
  const { screen, user } = await renderRoute({ world, path: `${path}/add`, role: 'Teacher' });
  await screen.findByRole('button', { name: 'Choose a file' });
  const chooser = document.querySelector<HTMLInputElement>('.roster-paste input[type=file]');
  if (!chooser) throw new Error('the page asks for no file');
  const lines = screen.queryAllByRole('group', { name: /^Line/ }).length;
  await user.upload(chooser, new File(['\r\n\r\n'], 'empty.csv', { type: 'text/csv' }));
  await screen.findByText('There are no names to read.');
  expect(screen.queryAllByRole('group', { name: /^Line/ })).toHaveLength(lines);
});
