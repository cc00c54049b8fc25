import '#tests/support/dom.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { FormApi } from 'final-form';
import { Form } from 'react-final-form';
import { expect, onTestFinished, test, vi } from 'vitest';
import forms from '../../locales/en/forms.json' with { type: 'json' };
import { ownWords } from '#tests/support/own-words.ts';
import type { Upload } from '#web/staff/platform/uploads/use-upload.ts';
import { PictureField } from '#web/staff/ui/forms/picture-field.tsx';

ownWords({ en: { forms } });

const file = new File(['own'], 'own.jpg', { type: 'image/jpeg' });
const nothing = () => Promise.resolve(undefined);

/** An upload whose file the server has as the picture `own`. */
const upload: Upload<string> = {
  ...{ file, sent: { file, data: 'own' } },
  ...{ progress: undefined, problem: undefined, refused: undefined },
  ...{ start: nothing, retry: nothing, settled: nothing, refuse: () => undefined, cancel: () => undefined },
};

/** jsdom makes no addresses of blobs. */
class BlobUrl extends URL {
  static override createObjectURL = () => 'blob:own';
  static override revokeObjectURL = () => undefined;
}

interface Values {
  readonly picture: string | null;
}

function show() {
  vi.stubGlobal('URL', BlobUrl);
  onTestFinished(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
  const kept: { form?: FormApi<Values, Partial<Values>> } = {};
  const current = { id: 'other', url: 'https://school.test/other.jpg' };
  render(
    <Form<Values> initialValues={{ picture: 'own' }} onSubmit={() => undefined}>
      {({ form }) => {
        kept.form = form;
        return <PictureField name="picture" label="Cover" {...{ current, upload }} idOf={(id) => id} />;
      }}
    </Form>,
  );
  return { put: (id: string | null) => act(() => kept.form?.change('picture', id)) };
}

const shown = () => screen.queryByRole<HTMLImageElement>('img', { name: 'Cover' })?.src;
const isReady = () => screen.queryByText(/own\.jpg/) !== null;

test('an uploaded picture is shown while the field holds it, and no longer than that', () => {
  const { put } = show();
  expect([shown(), isReady()]).toEqual(['blob:own', true]);
  // Somebody else's picture comes with "Load the new version".
  put('other');
  expect([shown(), isReady()]).toEqual(['https://school.test/other.jpg', false]);
  put(null);
  expect([shown(), isReady()]).toEqual([undefined, false]);
  expect(screen.queryByRole('button', { name: 'Remove image' })).toBeNull();
  put('own');
  expect([shown(), isReady()]).toEqual(['blob:own', true]);
});
