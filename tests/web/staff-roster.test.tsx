import '#tests/support/dom.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';

const world = keptWorld();

async function aClass() {
  const { rows } = await world.services.pool.query<{ id: string }>(
    `select id from classes where class_name = '3年1組 Sunflowers'`,
  );
  return { path: `/classes/${rows[0]?.id ?? ''}/students`, id: rows[0]?.id ?? '' };
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
