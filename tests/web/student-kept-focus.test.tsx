import '#tests/support/dom.ts';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ownWords } from '#tests/support/own-words.ts';
import { picture } from '#tests/support/waiting-work.ts';
import { Game } from '#web/student/features/players/game.tsx';
import { VideoPlayer } from '#web/student/features/players/video.tsx';
import { UnsentLine } from '#web/student/ui/sending/unsent-line.tsx';
import sending from '../../locales/en/sending.json' with { type: 'json' };
import student from '../../locales/en/student.json' with { type: 'json' };

ownWords({ en: { student, sending } });
afterEach(cleanup);

const nothing = () => undefined;
const video = 'https://www.youtube.com/watch?v=aaaaaaaaaaa';
const game = 'https://wordwall.net/resource/1234';

/** Shows a part of a page and presses its button by the keyboard. The button disappears. */
async function press(part: ReactNode, name: string): Promise<Element | null> {
  const { container } = render(part);
  const button = screen.getByRole('button', { name });
  expect(document.activeElement).toBe(document.body);
  button.focus();
  await userEvent.setup().keyboard('{Enter}');
  await waitFor(() => expect(button.isConnected).toBe(false));
  return container.firstElementChild;
}

it.each([
  ['a video', 'Play', <VideoPlayer link={video} name="Song" type="VIDEO" onFinished={nothing} />],
  ['a game', 'Play', <Game link={game} name="Words" onPlayed={nothing} />],
  ['a work that waits', 'Throw away', <UnsentLine work={{ ...picture, stuck: 'sendWallFull' }} />],
])('%s keeps the focus when its pressed button disappears', async (_, name, part) => {
  const panel = await press(part, name);
  expect(document.activeElement).toBe(panel);
});
