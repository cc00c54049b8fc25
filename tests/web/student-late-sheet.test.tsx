import '#tests/support/dom.ts';
import { render } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { showDialogs } from '#tests/support/child-in-jsdom.tsx';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { lateSheet } from '#web/student/ui/controls/late-sheet.tsx';

interface GreetingProps {
  readonly name: string;
  readonly onClose: () => void;
}

const Greeting = ({ name, onClose }: GreetingProps) => <button onClick={onClose}>Hello, {name}</button>;

const world = keptWorld();

beforeAll(showDialogs);

/** The students' first page with a sheet whose code arrives at the second attempt. */
async function sheetAtSecondAttempt() {
  const { screen, user } = await renderRoute({ world, path: '/student/profiles' });
  await screen.findByRole('heading', { name: 'Who is learning today?' });
  const load = vi.fn(async () => Greeting).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const onClose = vi.fn();
  const LateGreeting = lateSheet(load);
  const open = () => render(<LateGreeting name="Mia" onClose={onClose} />).unmount;
  return { load, onClose, open, screen, user };
}

it('says that its code did not come, keeps the page, and tries again', async () => {
  const { open, onClose, screen, user } = await sheetAtSecondAttempt();
  open();
  await screen.findByRole('dialog', { name: 'That didn’t work' });
  expect(screen.getByRole('heading', { name: 'Who is learning today?' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await user.click(await screen.findByRole('button', { name: 'Hello, Mia' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('can be closed without its code, and is loaded when it is opened the next time', async () => {
  const { open, onClose, load, screen, user } = await sheetAtSecondAttempt();
  const close = open();
  await screen.findByRole('dialog', { name: 'That didn’t work' });
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
  close();
  open();
  await screen.findByRole('button', { name: 'Hello, Mia' });
  expect(load).toHaveBeenCalledTimes(2);
});
