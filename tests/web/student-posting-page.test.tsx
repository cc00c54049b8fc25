import '#tests/support/dom.ts';
import { act, fireEvent, waitFor } from '@testing-library/react';
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyOutbox } from '#tests/support/empty-outbox.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { lessonOfMia } from '#tests/support/lesson-in-jsdom.tsx';
import { paths } from '#web/paths.ts';
import { outbox } from '#web/student/platform/sending/outbox.ts';

const world = keptWorld();
const { made, visit } = lessonOfMia(world);

beforeEach(emptyOutbox);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(HTMLInputElement.prototype, 'capture');
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

/** Mia, where a work is put on the class's wall. */
async function openPosting() {
  const shown = await visit();
  await act(() => shown.router.navigate(paths.communityUpload({ class: made().room.classHashCode })));
  const desk = await shown.screen.findByRole('region', { name: 'Show something' });
  /** Chooses a file as from the album. */
  async function choose(kind: 'image' | 'video', file: File): Promise<void> {
    const field = desk.querySelector(`input[accept="${kind}/*"]:not([capture])`);
    if (!(field instanceof HTMLInputElement)) throw new Error(`there is no field for the kind ${kind}`);
    await shown.user.upload(field, file);
  }
  return { ...shown, desk, choose };
}

const photo = (name: string) => new File([name], `${name}.jpg`, { type: 'image/jpeg' });

/** A device that draws pictures. jsdom draws none. */
function drawPictures() {
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 4, height: 3 }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  return vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(new Blob(['drawn'])));
}

/** A short video in AV1, which not every browser plays, so that a device encodes it again. */
async function av1Film(): Promise<File> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new EncodedVideoPacketSource('av1');
  output.addVideoTrack(source);
  await output.start();
  const decoderConfig = { codec: 'av01.0.04M.08', codedWidth: 640, codedHeight: 360 };
  for (const second of [0, 1])
    await source.add(new EncodedPacket(Uint8Array.of(0x12, 0, second), 'key', second, 1), { decoderConfig });
  await output.finalize();
  return new File([target.buffer ?? ''], 'a.mp4', { type: 'video/mp4' });
}

/** A browser that says that it can encode, and fails when it does. */
function failToEncode(): void {
  const isConfigSupported = (config: unknown) => Promise.resolve({ supported: true, config });
  class Failing {
    static readonly isConfigSupported = isConfigSupported;
    constructor() {
      throw new DOMException('Codec reclaimed', 'QuotaExceededError');
    }
  }
  for (const name of ['VideoDecoder', 'VideoEncoder']) vi.stubGlobal(name, Failing);
}

describe('the camera for a work', () => {
  it('is the page’s own on a computer with a touch screen, whose file field opens no camera', async () => {
    const desktop = window.matchMedia('(any-pointer: coarse)');
    vi.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(desktop, { matches: true }));
    const { desk, screen, user } = await openPosting();
    expect(desk.querySelectorAll('input[capture]')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Take a photo' }));
    await screen.findByRole('dialog', { name: 'Take a photo' });
  });

  it('goes off when the tab is hidden', async () => {
    const stop = vi.fn();
    const track = { stop, addEventListener: () => undefined, getSettings: () => ({}) };
    const getUserMedia = () => Promise.resolve({ getVideoTracks: () => [track] });
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const { screen, user } = await openPosting();
    await user.click(screen.getByRole('button', { name: 'Take a photo' }));
    const sheet = await screen.findByRole('dialog', { name: 'Take a photo' });
    await waitFor(() => expect(sheet.querySelector('video')).not.toBeNull());
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    fireEvent(document, new Event('visibilitychange'));
    await waitFor(() => expect(sheet.isConnected).toBe(false));
    expect(stop).toHaveBeenCalledOnce();
  });

  it('is the device’s own where a file field opens it', async () => {
    Object.defineProperty(HTMLInputElement.prototype, 'capture', { configurable: true, writable: true, value: '' });
    const { desk, screen } = await openPosting();
    await screen.findByRole('button', { name: 'Make a video' });
    expect(desk.querySelectorAll('input[capture]')).toHaveLength(2);
  });
});

describe('a file that does not become a work at once', () => {
  it('goes as it is when it fits and the browser fails to encode it again', async () => {
    failToEncode();
    const { choose, screen } = await openPosting();
    const film = await av1Film();
    await choose('video', film);
    await screen.findByRole('button', { name: 'Send' });
    expect(await outbox.select(({ bytes }) => bytes.byteLength)).toEqual([film.size]);
  });

  it('is kept for another try', async () => {
    const draw = drawPictures().mockImplementation((take) => take(null));
    const { choose, screen, user } = await openPosting();
    await choose('image', photo('boat'));
    await screen.findByText('That didn’t work. Let’s try again.');
    drawPictures();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: 'Send' });
    expect(draw).toHaveBeenCalled();
    await waitFor(async () => expect(await outbox.select(({ kind }) => kind)).toEqual(['image']));
  });

  it('is not kept when no try could help', async () => {
    const { choose, screen } = await openPosting();
    await choose('video', new File(['not a video'], 'a.mp4', { type: 'video/mp4' }));
    await screen.findByText('This video won’t open. Choose another.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('a draft in whose place the child wants another one', () => {
  const sizes = () => outbox.select(({ bytes }) => bytes.byteLength);

  it('stays, with a way back to it, until the other one is made', async () => {
    const draw = drawPictures();
    const { choose, screen, user } = await openPosting();
    await choose('image', photo('boat'));
    await user.click(await screen.findByRole('button', { name: 'Choose another one' }));
    await screen.findByRole('button', { name: 'Choose a picture' });
    expect(await sizes()).toEqual([5]);
    await user.click(screen.getByRole('button', { name: 'Back to my work' }));
    await user.click(await screen.findByRole('button', { name: 'Choose another one' }));
    draw.mockImplementation((take) => take(new Blob(['another'])));
    await choose('image', photo('sun'));
    await screen.findByText('Look! Shall we send it?');
    await waitFor(async () => expect(await sizes()).toEqual([7]));
  });

  it('is still offered when the file for the other one is no picture', async () => {
    drawPictures();
    const { choose, screen, user } = await openPosting();
    await choose('image', photo('boat'));
    await user.click(await screen.findByRole('button', { name: 'Choose another one' }));
    await choose('video', new File(['not a video'], 'a.mp4', { type: 'video/mp4' }));
    await screen.findByText('This video won’t open. Choose another.');
    await user.click(screen.getByRole('button', { name: 'Back to my work' }));
    await screen.findByRole('button', { name: 'Send' });
    expect(await sizes()).toEqual([5]);
  });
});
