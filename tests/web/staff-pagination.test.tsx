import '#tests/support/dom.ts';
import { readFileSync } from 'node:fs';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ownWords } from '#tests/support/own-words.ts';
import { Pagination } from '#web/staff/ui/lists/pagination.tsx';

ownWords({ en: { lists: JSON.parse(readFileSync('locales/en/lists.json', 'utf8')) as Record<string, string> } });
afterEach(cleanup);

interface Shown {
  readonly page: number;
  readonly totalIsExact?: boolean;
}

/** The pages of 1,045 rows, twenty on each. */
const show = ({ page, totalIsExact }: Shown) => {
  const asked: number[] = [];
  const onPage = (wanted: number) => void asked.push(wanted);
  const list = { page, size: 20, totalCount: 1045, totalIsExact, onPage, onSize: () => {} };
  return { ...render(<Pagination {...list} />), asked };
};

test.each([
  [1, '1–20 of 1,045', [false, true]],
  [2, '21–40 of 1,045', [true, true]],
  [53, '1,041–1,045 of 1,045', [true, false]],
])('page %i says which rows it shows, and what comes before and after', (page, range, turns) => {
  const { container, asked } = show({ page });
  expect(container.querySelector('.pagination-range')?.textContent).toBe(range);
  const arrows = ['Previous page', 'Next page'].map((name) => screen.getByRole<HTMLButtonElement>('button', { name }));
  expect(arrows.map(({ disabled }) => !disabled)).toEqual(turns);
  for (const arrow of arrows) arrow.click();
  expect(asked).toEqual([page - 1, page + 1].filter((_, at) => turns[at]));
  expect(container.querySelector('[aria-current=page]')?.textContent).toBe(String(page));
});

test('a number of rows that nobody has counted to its end says so', () => {
  expect(show({ page: 1, totalIsExact: false }).container.textContent).toContain('1–20 of 1,045+');
});
