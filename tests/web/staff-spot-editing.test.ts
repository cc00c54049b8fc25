import '#tests/support/dom.ts';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ownWords } from '#tests/support/own-words.ts';
import { useSpotEditing } from '#web/staff/features/push-and-listen/use-spot-editing.ts';
import type { SoundItemFragment, UpdatePushAndListenItemInput } from '#web/staff/operations.generated.ts';

ownWords({});
afterEach(cleanup);

const soundNamed = (name: string): SoundItemFragment => ({
  ...{ id: name, name, audioId: 'sound', audioUrl: '', fileName: 'sound.wav', spot: null, version: 1 },
});
const cow = soundNamed('cow');
const dog = soundNamed('dog');
const left = { x: 0, y: 0, width: 20, height: 20 };
const right = { x: 80, y: 0, width: 20, height: 20 };

/** The tools for spots before a server that answers when the test says so. */
function openTools() {
  const sent: UpdatePushAndListenItemInput[] = [];
  const answers: ((stored: SoundItemFragment) => void)[] = [];
  const change = (input: UpdatePushAndListenItemInput) => {
    sent.push(input);
    return new Promise<SoundItemFragment>((resolve) => answers.push(resolve));
  };
  const { result } = renderHook(() => useSpotEditing({ change }, [cow, dog]));
  return {
    sent,
    editing: () => result.current.editing,
    begin: (item: SoundItemFragment) => act(() => result.current.begin(item)),
    draw: (spot: typeof left) => act(() => result.current.draw(spot)),
    save: () => act(() => void result.current.save()),
    answer: (stored: SoundItemFragment) => act(async () => answers.at(-1)?.(stored)),
  };
}

test('a spot that is saved closes', async () => {
  const { editing, begin, draw, save, answer } = openTools();
  begin(cow);
  draw(left);
  save();
  await answer({ ...cow, spot: left, version: 2 });
  expect(editing()).toBeUndefined();
});

test('a spot that is begun while another one is saved stays open', async () => {
  const { editing, begin, draw, save, answer } = openTools();
  begin(cow);
  draw(left);
  save();
  begin(dog);
  draw(right);
  await answer({ ...cow, spot: left, version: 2 });
  expect(editing()).toEqual({ id: 'dog', name: 'dog', spot: right });
});

test('a spot that is drawn again while it is saved stays open, and is no conflict with its own saving', async () => {
  const { sent, editing, begin, draw, save, answer } = openTools();
  begin(cow);
  draw(left);
  save();
  draw(right);
  await answer({ ...cow, spot: left, version: 2 });
  expect(editing()).toMatchObject({ id: 'cow', spot: right });
  save();
  expect(sent).toMatchObject([
    { version: 1, spot: left },
    { version: 2, spot: right },
  ]);
});
