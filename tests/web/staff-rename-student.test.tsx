import '#tests/support/dom.ts';
import { act, waitFor } from '@testing-library/react';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { classProfiles, profiles } from '#api/ground/db/schema.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeChild, makeClass, makeTextBook } from '#tests/support/teaching.ts';
import { addStaff } from '../api/school.ts';

const world = keptWorld();
let classId = '';
let id = '';
beforeEach(async () => {
  const { db } = world.services;
  const { id: textbookId } = await makeTextBook(db);
  ({ id: classId } = await makeClass(db, { textbookId }));
  ({ id } = await makeChild(db, { classId, name: 'Mia', number: 1 }));
});

const stored = async () => {
  const { name, reading, version } = profiles;
  const columns = { name, reading, version, number: classProfiles.number };
  const joined = world.services.db.select(columns).from(profiles);
  const [child] = await joined.innerJoin(classProfiles, eq(classProfiles.profileId, id)).where(eq(profiles.id, id));
  return child;
};

/** A colleague gives the child this reading and number. */
async function changedElsewhere() {
  const { db } = world.services;
  const colleague = await addStaff(world, { role: 'Teacher', firstName: 'Kei', lastName: 'Ono' });
  const change = { reading: 'みあ', version: 2, updatedAt: new Date(), updatedById: colleague.id };
  await db.update(profiles).set(change).where(eq(profiles.id, id));
  const inClass = and(eq(classProfiles.classId, classId), eq(classProfiles.profileId, id));
  await db.update(classProfiles).set({ number: 7 }).where(inClass);
}

async function openDialog() {
  const path = `/classes/${classId}/students`;
  const shown = await renderRoute({ world, path, role: 'Administrator' });
  const { screen, user } = shown;
  await user.click(await screen.findByRole('button', { name: 'Actions for Mia' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }));
  const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
  const saveButton = () => screen.getByRole('button', { name: 'Save' });
  const save = () => user.click(saveButton());
  /** Saves, and waits until the form is refused. */
  const saveInVain = async () => {
    await save();
    await waitFor(() => expect(saveButton().getAttribute('aria-disabled')).toBe('false'));
    await screen.findByRole('button', { name: 'Load the new version' });
  };
  await user.clear(field(/^Name/));
  await user.type(field(/^Name/), 'Mina');
  return { ...shown, field, save, saveInVain };
}

type Shown = Awaited<ReturnType<typeof openDialog>>;

/** The list is asked for again, as it is every ten seconds. */
async function askedAgain({ screen }: Shown) {
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await screen.findByText('みあ');
}

describe('the dialog that renames a student', () => {
  test.each([
    ['that the list shows already', askedAgain],
    ['that nobody has seen', () => Promise.resolve()],
  ])('shows a colleague’s change %s before it saves its own', async (_, meanwhile) => {
    const shown = await openDialog();
    const { screen, user, field, save, saveInVain } = shown;
    await changedElsewhere();
    await meanwhile(shown);
    await saveInVain();
    await screen.findByText(/^Kei Ono changed this on \d+ \w+ 20\d\d/);
    await saveInVain();
    expect(await stored()).toEqual({ name: 'Mia', reading: 'みあ', number: 7, version: 2 });

    await user.click(screen.getByRole('button', { name: 'Load the new version' }));
    expect(field(/^Reading/).value).toBe('みあ');
    await user.clear(field(/^Name/));
    await user.type(field(/^Name/), 'Mina');
    await save();
    await screen.findByText('Changes saved.');
    expect(await stored()).toEqual({ name: 'Mina', reading: 'みあ', number: 7, version: 3 });
  });

  test('saves at once when only the three animals have changed meanwhile', async () => {
    const shown = await openDialog();
    const { db } = world.services;
    await db.update(profiles).set({ version: 2 }).where(eq(profiles.id, id));
    await db
      .update(classProfiles)
      .set({ lastSeenAt: new Date(0) })
      .where(eq(classProfiles.profileId, id));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await shown.screen.findByTitle(/1970/);
    await shown.save();
    await shown.screen.findByText('Changes saved.');
    expect(await stored()).toMatchObject({ name: 'Mina', version: 3 });
  });
});
