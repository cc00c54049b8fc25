import '#tests/support/dom.ts';
import { act, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { holdAnswers } from '#tests/support/held-answers.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { demoEmail } from '#tests/support/people.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { dismissToast } from '#web/staff/platform/toasts/toast-store.ts';

const world = keptWorld();
afterEach(() => vi.unstubAllGlobals());

const savedText = 'School settings saved.';

const stored = async () => {
  const { rows } = await world.services.pool.query<{ id: string; works_per_day: number; retention_months: number }>(
    `select schools.id, works_per_day, retention_months from schools
       join memberships on school_id = schools.id join users on users.id = user_id where email = $1`,
    [demoEmail.SchoolOwner],
  );
  const [row] = rows;
  if (!row) throw new Error('the owner has no school');
  return row;
};

/** The settings of an owner's only school, the form of which stays on the screen after a save. */
async function openSettings() {
  const { id } = await stored();
  const shown = await renderRoute({ world, path: `/schools/${id}/settings`, role: 'SchoolOwner' });
  const { screen, user, router } = shown;
  const limit = await screen.findByLabelText<HTMLInputElement>(/^Posts per student and day/);
  const months = screen.getByLabelText<HTMLInputElement>(/^Remove posts after/);
  const button = screen.getByRole('button', { name: 'Save' });
  const type = async (field: HTMLInputElement, text: string) => {
    await user.clear(field);
    await user.type(field, text);
  };
  const save = () => user.click(button);
  /** Waits until the page says that it is saved, and takes the message away. */
  const saved = async () => {
    await screen.findByText(savedText);
    act(() => {
      for (const toast of document.querySelectorAll<HTMLElement>('[data-toast]'))
        dismissToast(Number(toast.dataset['toast']));
    });
    await waitFor(() => expect(screen.queryByText(savedText)).toBeNull());
  };
  const saveOnce = async () => {
    await save();
    await saved();
  };
  return { screen, user, router, id, limit, months, button, type, save, saved, saveOnce };
}

/** Somebody else saves other months. */
const changedElsewhere = (id: string, months: number) =>
  world.services.pool.query('update schools set retention_months = $2, version = version + 1 where id = $1', [
    id,
    months,
  ]);

const drafts = () =>
  Object.keys(window.sessionStorage)
    .filter((key) => key.startsWith('draft:') && !key.endsWith(':origin'))
    .map((key) => window.sessionStorage.getItem(key));

describe('a form that stays on the screen after a save', () => {
  test('says what is wrong with the next values, and does not say that they are saved', async () => {
    const { screen, limit, type, save, saveOnce } = await openSettings();
    await type(limit, '7');
    await saveOnce();
    await type(limit, 'abc');
    await save();
    await screen.findByText('Enter a whole number; 0 for no limit.');
    await waitFor(() => expect(document.activeElement).toBe(limit));
    expect(screen.queryByText(savedText)).toBeNull();
    expect((await stored()).works_per_day).toBe(7);
  });

  test('shows another person’s change, and after the next save no longer', async () => {
    const { screen, user, id, limit, months, type, save, saveOnce } = await openSettings();
    await type(limit, '7');
    await saveOnce();
    await changedElsewhere(id, 5);
    await type(limit, '8');
    await save();
    await user.click(await screen.findByRole('button', { name: 'Load the new version' }));
    expect(screen.queryByText(savedText)).toBeNull();
    await waitFor(() => expect(months.value).toBe('5'));
    await type(limit, '9');
    await saveOnce();
    expect(await stored()).toMatchObject({ works_per_day: 9, retention_months: 5 });
    expect(screen.queryByRole('button', { name: 'Restore my changes' })).toBeNull();
    expect(document.querySelector('.form-conflict')).toBeNull();
  });

  test('keeps a draft of later changes, and asks before they are left', async () => {
    const { screen, router, limit, type, saveOnce } = await openSettings();
    await type(limit, '7');
    await saveOnce();
    expect(drafts()).toEqual([]);
    await type(limit, '8');
    await waitFor(() => expect(drafts()).toEqual(['{"worksPerDay":"8"}']));
    await act(() => router.navigate('/account'));
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    expect(within(question).getByRole('button', { name: 'Leave without saving' })).toBeTruthy();
  });

  test('lets its user leave without a question when all is saved', async () => {
    const { router, limit, type, saveOnce } = await openSettings();
    await type(limit, '7');
    await saveOnce();
    await act(() => router.navigate('/account'));
    expect(router.state.location.pathname).toBe('/account');
  });

  test('keeps the focus, and what was typed while it was saving, for the next save', async () => {
    const { limit, months, button, type, save, saved, saveOnce } = await openSettings();
    await type(limit, '7');
    await type(months, '4');
    const { answers, letThrough } = holdAnswers('UpdateSchoolSettings');
    await save();
    await waitFor(() => expect(answers).toHaveLength(1));
    await type(limit, '12');
    button.focus();
    letThrough();
    await saved();
    await waitFor(() => expect(drafts()).toEqual(['{"worksPerDay":"12"}']));
    expect(limit.value).toBe('12');
    expect(document.activeElement).toBe(button);
    expect(await stored()).toMatchObject({ works_per_day: 7, retention_months: 4 });
    await saveOnce();
    expect(await stored()).toMatchObject({ works_per_day: 12, retention_months: 4 });
    expect(drafts()).toEqual([]);
  });
});
