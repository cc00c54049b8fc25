import '#tests/support/dom.ts';
import { act } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keptWorld } from '#tests/support/kept-world.ts';
import { lessonOfMia } from '#tests/support/lesson-in-jsdom.tsx';
import { paths } from '#web/paths.ts';

const world = keptWorld();
const { made, visit } = lessonOfMia(world);

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(HTMLInputElement.prototype, 'capture');
});

/** Mia, where a work is put on the class's wall. */
async function openPosting() {
  const shown = await visit();
  await act(() => shown.router.navigate(paths.communityUpload({ class: made().room.classHashCode })));
  const desk = await shown.screen.findByRole('region', { name: 'Show something' });
  return { ...shown, desk };
}

describe('the camera for a work', () => {
  it('is the page’s own on a computer with a touch screen, whose file field opens no camera', async () => {
    const desktop = window.matchMedia('(any-pointer: coarse)');
    vi.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(desktop, { matches: true }));
    const { desk, screen, user } = await openPosting();
    expect(desk.querySelectorAll('input[capture]')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Take a photo' }));
    await screen.findByRole('dialog', { name: 'Take a photo' });
  });

  it('is the device’s own where a file field opens it', async () => {
    Object.defineProperty(HTMLInputElement.prototype, 'capture', { configurable: true, writable: true, value: '' });
    const { desk, screen } = await openPosting();
    await screen.findByRole('button', { name: 'Make a video' });
    expect(desk.querySelectorAll('input[capture]')).toHaveLength(2);
  });
});
