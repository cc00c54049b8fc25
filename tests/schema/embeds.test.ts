import { describe, expect, test } from 'vitest';
import { wordwallEmbedOf, youtubeEmbedOf } from '#schema/rules/embeds.ts';
import { wordwallLinkOf } from '#schema/rules/wordwall.ts';
import { youtubeLinkOf } from '#schema/rules/youtube.ts';

const player = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0&playsinline=1';
const youtube = (pasted: string) => youtubeEmbedOf(youtubeLinkOf(pasted) ?? '');
const wordwall = (pasted: string) => wordwallEmbedOf(wordwallLinkOf(pasted) ?? '');

describe('the player of a link', () => {
  test.each([
    'https://www.youtube.com/watch?v=aqz-KE-bpKQ&list=PL1&index=4',
    'https://youtu.be/aqz-KE-bpKQ?si=x',
    'https://www.youtube.com/shorts/aqz-KE-bpKQ',
    'https://www.youtube.com/live/aqz-KE-bpKQ?feature=share',
    '<iframe src="https://www.youtube.com/embed/aqz-KE-bpKQ?si=x"></iframe>',
  ])('%s is the one without cookies, and no list', (pasted) => {
    expect(youtube(pasted)).toBe(player);
  });

  test('begins where the link begins', () => {
    expect(youtube('https://youtu.be/aqz-KE-bpKQ?t=1m30s')).toBe(`${player}&start=90`);
  });

  test.each([
    ['https://wordwall.net/ja/resource/12345/english/colors', 'https://wordwall.net/embed/resource/12345'],
    ['https://wordwall.net/play/8006/869/741', 'https://wordwall.net/embed/play/8006/869/741'],
    [
      '<iframe src="https://wordwall.net/embed/0123456789abcdef?themeId=1&templateId=3&evil=1"></iframe>',
      'https://wordwall.net/embed/0123456789abcdef?themeId=1&templateId=3',
    ],
  ])('%s is Wordwall’s own frame', (pasted, frame) => {
    expect(wordwall(pasted)).toBe(frame);
  });
});
