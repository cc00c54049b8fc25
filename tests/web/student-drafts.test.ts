import { expect, it, vi } from 'vitest';
import { createDrafts } from '#web/student/features/posting/drafts.ts';
import { createWorkStore } from '#web/student/platform/sending/work-store.ts';
import { patience } from '#tests/support/patience.ts';
import { picture } from '#tests/support/waiting-work.ts';

it('finds the youngest that this child has made for this wall, and clears away the older ones', async () => {
  const store = createWorkStore();
  const draft = { ...picture, classHashCode: null, profileId: 'hana', classId: 'c' };
  const works = [
    { ...draft, id: 'older', madeAt: 1 },
    { ...draft, id: 'youngest', madeAt: 2 },
    { ...draft, id: 'of another child', profileId: 'ken', madeAt: 3 },
    { ...draft, id: 'for another wall', classId: 'other', madeAt: 4 },
    { ...draft, id: 'on its way', classHashCode: 'class', madeAt: 5 },
  ];
  for (const work of works) await store.keep(work);
  const drafts = createDrafts(store, { profileId: 'hana', classId: 'c' });
  expect((await drafts.last())?.id).toBe('youngest');
  const left = await store.select(({ id }) => id);
  expect(left).toEqual(['youngest', 'of another child', 'for another wall', 'on its way']);

  const made = drafts.keep({ kind: 'video', type: 'video/mp4', bytes: new ArrayBuffer(4), thumbnail: null });
  expect(made).toMatchObject({ profileId: 'hana', classId: 'c', classHashCode: null, clientId: made.id });
  expect((await drafts.last())?.id).toBe(made.id);

  const another = drafts.keep({ ...made, bytes: new ArrayBuffer(2) }, made);
  const isAlone = async () => expect(await store.select(({ id }) => id)).not.toContain(made.id);
  await vi.waitFor(isAlone, patience);
  expect((await drafts.last())?.id).toBe(another.id);
});

it('keeps the draft that another one replaces when the device does not store the other one', async () => {
  const store = createWorkStore();
  const full = { ...store, keep: () => Promise.resolve(false) };
  const place = { profileId: 'ken', classId: 'full' };
  const draft = { ...picture, ...place, classHashCode: null, id: 'the first' };
  await store.keep(draft);
  createDrafts(full, place).keep({ ...draft, bytes: new ArrayBuffer(2) }, draft);
  expect((await createDrafts(full, place).last())?.id).toBe('the first');
});
