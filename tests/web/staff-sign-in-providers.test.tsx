import '#tests/support/dom.ts';
import { act, waitFor } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#api/ground/db/ids.ts';
import { schools, signInProviders } from '#api/ground/db/schema.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { giveProvider } from '#tests/support/sign-in-provider.ts';
import { staffClient } from '#web/staff/platform/apollo/client.ts';

const world = keptWorld();
let schoolId = '';
let id = '';
beforeEach(async () => {
  schoolId = newId();
  await world.services.db.insert(schools).values({ id: schoolId, name: `School ${schoolId}` });
  ({ id } = await giveProvider(world.services, { schoolId, name: 'Before' }));
});

const stored = () => world.services.db.select().from(signInProviders).where(eq(signInProviders.schoolId, schoolId));

/** Another administrator gives it this name. */
const renamedElsewhere = (name: string) =>
  world.services.db.update(signInProviders).set({ name, version: 2 }).where(eq(signInProviders.id, id));

/** The user returns to the tab after a long time. */
const returned = () =>
  act(async () => {
    await staffClient.refetchQueries({ include: 'active' });
  });

async function openForm() {
  const shown = await renderRoute({ world, path: `/schools/${schoolId}/settings`, role: 'Administrator' });
  const { screen, user } = shown;
  await user.click(await screen.findByRole('button', { name: 'Edit Before' }));
  const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
  // The school's settings above have a button of this name too.
  const saveButton = () => screen.getAllByRole('button', { name: 'Save' }).at(-1) ?? document.body;
  const save = () => user.click(saveButton());
  /** Saves, and waits until the form is refused. */
  const saveInVain = async () => {
    await save();
    await waitFor(() => expect(saveButton().getAttribute('aria-disabled')).toBe('false'));
    await screen.findByRole('button', { name: 'Load the new version' });
  };
  await user.clear(field(/^Client ID/));
  await user.type(field(/^Client ID/), 'mine');
  await user.type(field(/^Client secret/), 'only-typed');
  return { ...shown, field, save, saveInVain };
}

describe('the form of a school’s provider', () => {
  test.each([
    ['that was read meanwhile', returned],
    ['that was not', () => Promise.resolve()],
  ])('shows another administrator’s change %s before it saves its own', async (_, meanwhile) => {
    const { screen, user, field, save, saveInVain } = await openForm();
    await renamedElsewhere('Theirs');
    await meanwhile();
    await saveInVain();
    await saveInVain();
    expect(await stored()).toMatchObject([{ name: 'Theirs', clientId: 'manabook', version: 2 }]);

    await user.click(screen.getByRole('button', { name: 'Load the new version' }));
    expect(field(/^Name/).value).toBe('Theirs');
    await user.click(screen.getByRole('button', { name: 'Restore my changes' }));
    await save();
    await screen.findByRole('button', { name: 'Edit Theirs' });
    expect(await stored()).toMatchObject([{ name: 'Theirs', clientId: 'mine', version: 3 }]);
  });

  test('adds nothing when the provider was removed meanwhile, and keeps what was typed', async () => {
    const { screen, field, save } = await openForm();
    await world.services.db.delete(signInProviders).where(eq(signInProviders.id, id));
    await returned();
    expect(field(/^Client ID/).value).toBe('mine');
    await save();
    await screen.findAllByText('Record not found');
    expect(await stored()).toEqual([]);
  });

  test('stores no client secret on the device', async () => {
    await openForm();
    expect(JSON.stringify([{ ...window.sessionStorage }, { ...window.localStorage }])).not.toContain('only-typed');
  });
});
