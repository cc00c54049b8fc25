import { describe, expect, test } from 'vitest';
import { inParts } from '#web/staff/ui/lists/selection.ts';
import {
  changedState,
  clearedState,
  readListState,
  toggledSort,
  writeListState,
  type ListShape,
} from '#web/staff/ui/lists/list-state.ts';
import { pageWindow } from '#web/staff/ui/lists/pagination.tsx';

const shape: ListShape<'NAME' | 'END_DATE', 'status' | 'teacher'> = {
  sortFields: ['NAME', 'END_DATE'],
  defaultSort: { field: 'NAME', direction: 'ASC' },
  filters: ['status', 'teacher'],
};
const read = (query: string) => readListState(new URLSearchParams(query), shape);

describe('a list in the URL', () => {
  test('comes back as it was written', () => {
    const query = 'search=%E3%81%95%E3%81%8F%E3%82%89&status=active&sort=-end_date&page=3&size=50';
    expect(writeListState(read(query), shape).toString()).toBe(query);
  });

  test('leaves defaults out', () => {
    expect(writeListState(read(''), shape).toString()).toBe('');
  });

  test.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'size=7', 'size=100000', 'sort=password', 'other=1'])(
    'takes %s for nothing',
    (query) => {
      expect(read(query)).toEqual(read(''));
    },
  );

  test('starts at the first page again when anything but the page changes', () => {
    const state = read('page=4');
    expect(changedState(state, { search: 'x' }).page).toBe(1);
    expect(changedState(state, { page: 5 }).page).toBe(5);
  });

  test('keeps sort and size when search and filters are cleared', () => {
    const cleared = clearedState(read('search=x&status=active&sort=-name&size=10&page=2'), shape);
    expect(writeListState(cleared, shape).toString()).toBe('sort=-name&size=10');
  });

  test('sorts a field ascending first, then descending', () => {
    const ascending = toggledSort(shape.defaultSort, 'END_DATE');
    expect(ascending).toEqual({ field: 'END_DATE', direction: 'ASC' });
    expect(toggledSort(ascending, 'END_DATE').direction).toBe('DESC');
  });
});

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [3, 5, [1, 2, 3, 4, 5]],
  [9, 9, [1, null, 8, 9]],
])('page %i of %i offers %j', (page, pages, offered) => {
  expect(pageWindow(page, pages)).toEqual(offered);
});

test('ids are split into as many parts as calls take them, the last of which is the rest', () => {
  const ids = Array.from({ length: 501 }, (_, at) => String(at));
  const parts = inParts(ids);
  expect(parts.map(({ length }) => length)).toEqual([500, 1]);
  expect(parts.flat()).toEqual(ids);
  expect(inParts(['a', 'b', 'c', 'd'], 2)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(inParts([])).toEqual([]);
});
