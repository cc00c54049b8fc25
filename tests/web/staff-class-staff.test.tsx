import '#tests/support/dom.ts';
import { expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { classSecondaryTeachers } from '#api/ground/db/schema.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { addStaff, addTextBook } from '#tests/api/school.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeClass } from '#tests/support/teaching.ts';

const world = keptWorld();

test.each([
  ['en', 'Kept Gone (deactivated)', 'Kept Asked (invited)', 'Kept Head (deactivated)'],
  ['jp', 'Kept Gone（無効）', 'Kept Asked（招待中）', 'Kept Head（無効）'],
] as const)('says in %s who of a class’s staff cannot sign in', async (language, main, secondary, administrator) => {
  const { db } = world.services;
  const kept = (lastName: string, status: UserStatus, role: 'Teacher' | 'SchoolOwner' = 'Teacher') =>
    addStaff(world, { role, status, firstName: 'Kept', lastName });
  const { id: mainTeacherId } = await kept('Gone', UserStatus.DEACTIVATED);
  const { id: schoolAdministratorId } = await kept('Head', UserStatus.DEACTIVATED, 'SchoolOwner');
  const { id: teacherId } = await kept('Asked', UserStatus.INVITED);
  const { id: textbookId } = await addTextBook(world);
  const className = `Kept ${newId()}`;
  const { id: classId } = await makeClass(db, {
    textbookId,
    mainTeacherId,
    schoolAdministratorId,
    className,
    searchText: className.toLowerCase(),
  });
  const { id: activeId } = await kept('Here', UserStatus.ACTIVED);
  await db.insert(classSecondaryTeachers).values([
    { classId, teacherId, position: 0 },
    { classId, teacherId: activeId, position: 1 },
  ]);

  const list = await renderRoute({ world, path: `/classes?search=${className}`, role: 'Administrator', language });
  const row = (await list.screen.findByRole('link', { name: className })).closest('tr');
  expect(row?.querySelector('.class-teachers')?.textContent).toContain(main + secondary);
  const detail = await renderRoute({ world, path: `/classes/${classId}`, role: 'Administrator', language });
  const facts = (await detail.screen.findByText(administrator)).closest('.facts')?.textContent;
  for (const name of [main, secondary, 'Kept Here']) expect(facts).toContain(name);
  expect(facts).not.toMatch(/Kept Here ?[(（]/);
});
