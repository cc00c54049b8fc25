import '#tests/support/dom.ts';
import { BlueprintProvider } from '@blueprintjs/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Confirm } from '#web/staff/ui/controls/confirm.tsx';
import { ignoreStrayKeys } from '#web/staff/shell/stray-keys.ts';

const onCancel = vi.fn();
const onConfirm = vi.fn();

/** A row whose button opens a confirmation. */
function Row() {
  const [isOpen, setOpen] = useState(false);
  return (
    <BlueprintProvider>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      <Confirm
        isOpen={isOpen}
        title="Really?"
        text="It cannot be undone."
        confirmText="Do it"
        cancelText="Leave it"
        onConfirm={onConfirm}
        onCancel={onCancel}
      />
    </BlueprintProvider>
  );
}

const enter = { key: 'Enter', code: 'Enter' };
const focused = () => document.activeElement ?? document.body;

/** Opens the confirmation by a key that is still held down. */
async function askWithKeyDown(): Promise<HTMLElement> {
  const ask = screen.getByRole('button', { name: 'Ask' });
  ask.focus();
  fireEvent.keyDown(ask, enter);
  fireEvent.click(ask);
  const harmless = await screen.findByRole('button', { name: 'Leave it' });
  await waitFor(() => expect(focused()).toBe(harmless));
  return harmless;
}

let stop: () => void;
beforeEach(() => {
  stop = ignoreStrayKeys();
  onCancel.mockReset();
  onConfirm.mockReset();
  render(<Row />);
});
afterEach(() => {
  stop();
  cleanup();
});

describe('a key that opened a question', () => {
  test('does not answer it when it is let go of', async () => {
    const harmless = await askWithKeyDown();
    fireEvent.keyUp(harmless, enter);
    expect(onCancel).not.toHaveBeenCalled();
  });

  test('would answer it if nobody kept it away: the reason for this', async () => {
    stop();
    const harmless = await askWithKeyDown();
    fireEvent.keyUp(harmless, enter);
    expect(onCancel).toHaveBeenCalledOnce();
  });

  test('does not answer it while it is held, nor afterwards', async () => {
    const harmless = await askWithKeyDown();
    expect(fireEvent.keyDown(harmless, { ...enter, repeat: true })).toBe(false);
    fireEvent.keyUp(harmless, enter);
    expect(onCancel).not.toHaveBeenCalled();
  });

  test('answers it when it is pressed again', async () => {
    const harmless = await askWithKeyDown();
    fireEvent.keyUp(harmless, enter);
    fireEvent.keyDown(harmless, enter);
    fireEvent.keyUp(harmless, enter);
    expect(onCancel).toHaveBeenCalledOnce();
    expect(onConfirm).not.toHaveBeenCalled();
  });
});
