import { describe, expect, test } from 'vitest';
import { createStaffCache } from '#web/staff/platform/apollo/cache.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import {
  TextBookTreeDocument,
  type LessonRowFragment,
  type TextBookTreeQuery,
} from '#web/staff/operations.generated.ts';
import { writeOrder, type KeptList } from '#web/staff/ui/ordering/kept-list.ts';
import { changeOrder } from '#web/staff/ui/ordering/order-queue.ts';

const list: KeptList = { field: 'textBookUnits', parentId: 'book' };

function unit(id: string) {
  return {
    __typename: 'Unit',
    id,
    number: 1,
    title: id,
    name: '',
    contentCount: 0,
    textBookId: 'book',
    publishedAt: null,
    version: 1,
  };
}

/** A cache with a page of a book's units in it. */
function pageOf(cache: ReturnType<typeof createStaffCache>, number: number, ids: readonly string[]): void {
  const counts = { unitCount: 3, contentCount: 0, classCount: 0 };
  const texts = { name: 'Book', shortCode: 'B', description: '', urlLink: '', updatedAt: '2026-04-01T00:00:00Z' };
  const picture = { __typename: 'FileLink' as const, url: '', fileName: '' };
  const qrCode = { __typename: 'QrCode' as const, svg: picture, png: picture };
  const codes = { printedCode: 'K7MR3D', qrCode };
  const none = { thumbnail: null, thumbnailId: null, publishedAt: null, updatedBy: null };
  cache.writeQuery({
    query: TextBookTreeDocument,
    variables: { id: 'book', page: { number, size: 2 } },
    data: {
      textBook: { __typename: 'TextBook', id: 'book', version: 1, ...counts, ...texts, ...codes, ...none },
      textBookUnits: { __typename: 'LessonPage', items: ids.map(unit), totalCount: 3 },
    },
  });
}

function shown(cache: ReturnType<typeof createStaffCache>): readonly string[] | undefined {
  const variables = { id: 'book', page: { number: 1, size: 2 } };
  const read = cache.readQuery<TextBookTreeQuery>({ query: TextBookTreeDocument, variables }, true);
  return read ? unmask<LessonRowFragment>(read.textBookUnits.items).map(({ id }) => id) : undefined;
}

function filled() {
  const cache = createStaffCache();
  pageOf(cache, 1, ['a', 'b']);
  pageOf(cache, 2, ['c']);
  return cache;
}

describe('a list with an order of its own', () => {
  test('is kept whole, page after page, and begun anew by its first page', () => {
    const cache = filled();
    expect(shown(cache)).toEqual(['a', 'b', 'c']);
    pageOf(cache, 1, ['c', 'a']);
    expect(shown(cache)).toEqual(['c', 'a']);
  });

  test('shows a new order at once, sends what waits as one, and keeps what was stored', async () => {
    const cache = filled();
    const sent: (readonly string[])[] = [];
    const answers: (() => void)[] = [];
    const send = async (ids: readonly string[]) => {
      sent.push(ids);
      await new Promise<void>((resolve) => answers.push(resolve));
      writeOrder(cache, list, ids);
    };
    const change = (ids: readonly string[]) =>
      changeOrder({ key: 'stored', cache, ids, send, show: (into, order) => writeOrder(into, list, order) });
    const first = change(['b', 'a', 'c']);
    expect(shown(cache)).toEqual(['b', 'a', 'c']);
    expect(await change(['b', 'c', 'a'])).toBe(false);
    expect(await change(['c', 'b', 'a'])).toBe(false);
    expect(shown(cache)).toEqual(['c', 'b', 'a']);
    answers[0]?.();
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.();
    expect(await first).toBe(true);
    expect(sent).toEqual([
      ['b', 'a', 'c'],
      ['c', 'b', 'a'],
    ]);
    expect(shown(cache)).toEqual(['c', 'b', 'a']);
  });

  test('is as it was when a new order is refused', async () => {
    const cache = filled();
    const refused = changeOrder({
      key: 'refused',
      cache,
      ids: ['c', 'b', 'a'],
      show: (into, ids) => writeOrder(into, list, ids),
      send: () => Promise.reject(new Error('refused')),
    });
    await expect(refused).rejects.toThrow('refused');
    expect(shown(cache)).toEqual(['a', 'b', 'c']);
  });
});
