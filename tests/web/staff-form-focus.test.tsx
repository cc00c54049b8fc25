import '#tests/support/dom.ts';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ownWords } from '#tests/support/own-words.ts';
import type { SubmitOutcome } from '#web/staff/ui/forms/form-problems.ts';
import { Form } from '#web/staff/ui/forms/form.tsx';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';

ownWords({});

let root: Root | undefined;
afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
});

const rules = z.object({ first: z.string().min(2, 'tooShort'), second: z.string() });

function show(first: string, onSubmit: () => Promise<SubmitOutcome>): void {
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  root.render(
    <Form initialValues={{ first, second: '' }} rules={rules} onSubmit={onSubmit}>
      {() => (
        <>
          <TextField name="first" label="First" hint="As on the cover" />
          <TextField name="second" label="Second" />
          <button type="submit">Send</button>
        </>
      )}
    </Form>,
  );
}

const laterTask = () => new Promise((resolve) => setTimeout(resolve));
const bad = () => document.querySelector('[aria-invalid="true"]');

/** The name of what has the focus in the first task in which a problem stands on the page. */
async function focusWhenRefused(): Promise<string | null | undefined> {
  while (document.querySelector('button') === null) await laterTask();
  document.querySelector<HTMLElement>('[name=second]')?.focus();
  document.querySelector('button')?.click();
  while (bad() === null) await laterTask();
  return document.activeElement?.getAttribute('name');
}

describe('a refused form', () => {
  test('has the focus on the first bad field as soon as it says what is wrong', async () => {
    show('x', () => Promise.reject(new Error('The rules let nothing through')));
    expect(await focusWhenRefused()).toBe('first');
  });

  test('does so when it is the service that refuses', async () => {
    show('taken', async () => {
      await laterTask();
      return { problems: { first: 'taken' } };
    });
    expect(await focusWhenRefused()).toBe('first');
  });

  test('does so after an earlier save, of which it does not speak again', async () => {
    let saves = 0;
    show('good', () => Promise.resolve({ saved: () => (saves += 1) }));
    while (document.querySelector('button') === null) await laterTask();
    document.querySelector('button')?.click();
    while (saves === 0) await laterTask();
    const first = document.querySelector<HTMLInputElement>('[name=first]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(first, 'x');
    first?.dispatchEvent(new Event('input', { bubbles: true }));
    expect(await focusWhenRefused()).toBe('first');
    expect(saves).toBe(1);
  });

  test('has each bad field described by its hint and by what is wrong', async () => {
    show('x', () => Promise.reject(new Error('The rules let nothing through')));
    await focusWhenRefused();
    const [hint, problem] = (bad()?.getAttribute('aria-describedby') ?? '').split(' ').map((id) => {
      return document.getElementById(id)?.textContent;
    });
    expect(hint).toBe('As on the cover');
    expect(problem).toBe(document.querySelector('[data-field=first] .field-problem')?.textContent);
    expect(problem).not.toBe('');
    expect(document.querySelector('[name=second]')?.hasAttribute('aria-describedby')).toBe(false);
  });
});
