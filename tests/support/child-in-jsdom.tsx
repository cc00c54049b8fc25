import { within } from '@testing-library/react';
import { renderRoute } from './render-route.tsx';
import type { World } from './world.ts';

type Shown = Awaited<ReturnType<typeof renderRoute>>;

/** jsdom shows dialogs but knows no modal ones, and has nothing to scroll. */
export function showDialogs(): void {
  Element.prototype.scrollTo = () => undefined;
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
}

/** Shows the path as a device that was never here, and makes a profile there. */
export async function visitAs(world: World, name: string, path: string) {
  const shown = await renderRoute({ world, path });
  await addProfile(shown, name);
  return shown;
}

export async function addProfile({ screen, user }: Shown, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Someone new' }));
  const sheet = within(await screen.findByRole('dialog'));
  await user.type(sheet.getByLabelText('Your name'), name);
  await user.click(sheet.getByRole('button', { name: 'Start' }));
}
