import '#tests/support/dom.ts';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ownWords } from '#tests/support/own-words.ts';
import { UnitDots } from '#web/student/features/lessons/unit-grid.tsx';
import student from '../../locales/en/student.json' with { type: 'json' };

ownWords({ en: { student } });

it.each([
  { total: 3, done: 2, dots: 3, filled: 2 },
  { total: 16, done: 16, dots: 16, filled: 16 },
  { total: 20, done: 16, dots: 16, filled: 12 },
  { total: 20, done: 19, dots: 16, filled: 15 },
  { total: 20, done: 20, dots: 16, filled: 16 },
])('a unit with $done of $total contents done has $filled of $dots dots filled', ({ total, done, dots, filled }) => {
  const { container, unmount } = render(<UnitDots total={total} done={done} />);
  const count = (selector: string) => container.querySelectorAll(selector).length;
  expect([count('.unit-dot'), count('.unit-dot[data-done]')]).toEqual([dots, filled]);
  unmount();
});
