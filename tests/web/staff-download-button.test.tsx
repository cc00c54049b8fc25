import '#tests/support/dom.ts';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { DownloadButton } from '#web/staff/ui/controls/download-button.tsx';

afterEach(cleanup);

interface File {
  readonly url: string;
  readonly fileName: string;
}

const button = () => screen.getByRole('button', { name: 'Export' });
const isBusy = () => button().getAttribute('aria-disabled') === 'true';

/** The names of the files that the page saves. */
function savedFiles(): string[] {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.getAttribute('href')} ${this.download}`);
  });
  onTestFinished(() => click.mockRestore());
  return saved;
}

test('a file is asked for once however often the button is pressed, and saved under its name', async () => {
  const saved = savedFiles();
  let answer: (file: File) => void = () => undefined;
  const ask = vi.fn(() => new Promise<File>((resolve) => (answer = resolve)));
  render(<DownloadButton text="Export" ask={ask} />);
  fireEvent.click(button());
  expect(isBusy()).toBe(true);
  fireEvent.click(button());
  answer({ url: '/downloads/users', fileName: 'users.csv' });
  await waitFor(() => expect(isBusy()).toBe(false));
  expect(ask).toHaveBeenCalledOnce();
  expect(saved).toEqual(['/downloads/users users.csv']);
});

test('after a refusal nothing is saved, and the file can be asked for again', async () => {
  const saved = savedFiles();
  const ask = vi.fn(() => Promise.resolve<File | undefined>({ url: '/downloads/users', fileName: 'users.csv' }));
  ask.mockRejectedValueOnce(new Error('refused'));
  render(<DownloadButton text="Export" ask={ask} />);
  fireEvent.click(button());
  await waitFor(() => expect(isBusy()).toBe(false));
  expect(saved).toEqual([]);
  fireEvent.click(button());
  await waitFor(() => expect(saved).toHaveLength(1));
});
