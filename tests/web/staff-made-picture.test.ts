import '#tests/support/dom.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { photo, picture } from '#tests/support/media-samples.ts';
import { wholeArea } from '#web/staff/ui/pictures/area.ts';
import { makePicture } from '#web/staff/ui/pictures/make-picture.ts';

// What cameras of Samsung write behind a photograph: its time, and where that stands.
const trailer = Buffer.from('\0\0\x01\x0a\x0e\0\0\0Image_UTC_Data1767225600000SEFH\x6b\0\0\0\x01\0\0\0SEFT', 'latin1');
const bitmap: ImageBitmap = { width: 320, height: 240, close: () => undefined };
const untouched = { area: wholeArea, turns: 0 };

const fileOf = (content: Buffer, type: string) => new File([Uint8Array.from(content)], 'page.one.jpg', { type });

// jsdom draws no pictures.
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take, type) =>
    take(new Blob(['drawn'], { type: type ?? 'image/png' })),
  );
});
afterEach(() => vi.restoreAllMocks());

test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
  'a small %s that nothing follows is sent as it is',
  async (format) => {
    const file = fileOf(await picture(format), `image/${format}`);
    expect(await makePicture({ file, bitmap }, untouched)).toBe(file);
  },
);

test('a photograph is sent as it is with the pictures that the camera appends', async () => {
  const file = fileOf(Buffer.concat([await photo(), await photo(8, 6)]), 'image/jpeg');
  expect(await makePicture({ file, bitmap }, untouched)).toBe(file);
});

test.each([
  ['photograph', 'image/jpeg', 'page.one.jpg', () => photo()],
  ['drawing', 'image/png', 'page.one.png', () => picture('png')],
])('a %s with other data behind it is drawn anew, without the data', async (_what, type, name, content) => {
  const file = fileOf(Buffer.concat([await content(), trailer]), type);
  const made = await makePicture({ file, bitmap }, untouched);
  expect(await made.text()).toBe('drawn');
  expect([made.type, made.name]).toEqual([type, name]);
});

test('a photograph that breaks off is sent as it is, so that the server can say so', async () => {
  const whole = await photo();
  const file = fileOf(whole.subarray(0, whole.length - 40), 'image/jpeg');
  expect(await makePicture({ file, bitmap }, untouched)).toBe(file);
});
