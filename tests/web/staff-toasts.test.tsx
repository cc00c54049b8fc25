import '#tests/support/dom.ts';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import shell from '../../locales/en/shell.json' with { type: 'json' };
import { ownWords } from '#tests/support/own-words.ts';
import { takeToasts } from '#tests/support/toasts.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { Toaster } from '#web/staff/platform/toasts/toaster.tsx';

ownWords({ en: { shell } });
beforeEach(() => {
  takeToasts();
  vi.useFakeTimers();
  render(<Toaster />);
});
afterEach(() => {
  wait(10_000);
  cleanup();
  vi.useRealTimers();
});

const say = (message: string, autoHideDuration?: number) =>
  act(() => {
    showToast({ message, ...(autoHideDuration && { autoHideDuration }) });
  });
const wait = (milliseconds: number) =>
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });

describe('a toast', () => {
  test('goes after 3 seconds unless told otherwise', () => {
    say('Short');
    say('Long', 5000);
    wait(2999);
    expect(screen.queryByText('Short')).not.toBeNull();
    wait(1);
    expect(screen.queryByText('Short')).toBeNull();
    expect(screen.queryByText('Long')).not.toBeNull();
    wait(2000);
    expect(screen.queryByText('Long')).toBeNull();
  });

  test('can be dismissed, and a click elsewhere does not dismiss it', () => {
    say('Here');
    fireEvent.pointerDown(document.body);
    fireEvent.click(document.body);
    expect(screen.queryByText('Here')).not.toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText('Here')).toBeNull();
  });

  test('stays while somebody stands on it', () => {
    say('Read me');
    act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
    wait(10_000);
    expect(screen.queryByText('Read me')).not.toBeNull();
    act(() => screen.getByRole('button', { name: 'Dismiss' }).blur());
    wait(3000);
    expect(screen.queryByText('Read me')).toBeNull();
  });

  test('is read aloud at once when it is an error, and in its turn when it is none', () => {
    say('Saved');
    act(() => {
      showToast({ message: 'Not saved', severity: 'error' });
    });
    expect(screen.getByRole('status').textContent).toContain('Saved');
    expect(screen.getByRole('alert').textContent).toContain('Not saved');
    expect(screen.getByRole('status').textContent).not.toContain('Not saved');
  });

  test('is where F8 leads when it is the newest', () => {
    act(() => {
      showToast({ message: 'Not saved', severity: 'error', autoHideDuration: 5000 });
    });
    say('Saved');
    fireEvent.keyDown(document.body, { key: 'F8' });
    expect(document.activeElement?.closest('.toast')?.textContent).toContain('Saved');
  });

  test('is shown once when three operations fail alike', () => {
    say('The same');
    say('The same');
    say('The same');
    expect(screen.getAllByText('The same')).toHaveLength(1);
  });
});
