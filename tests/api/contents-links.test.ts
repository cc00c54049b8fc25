import { describe, expect, test } from 'vitest';
import { wordwallLinkOf } from '#schema/rules/wordwall.ts';
import { youtubeLinkOf } from '#schema/rules/youtube.ts';

const film = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ';

describe('a YouTube link', () => {
  test.each([
    film,
    'http://youtube.com/watch?v=aqz-KE-bpKQ',
    'youtube.com/watch?v=aqz-KE-bpKQ',
    '//www.youtube.com/watch?v=aqz-KE-bpKQ',
    'HTTPS://WWW.YOUTUBE.COM/watch?v=aqz-KE-bpKQ',
    'https://www.youtube.com/watch?app=desktop&list=PL1&v=aqz-KE-bpKQ&index=2',
    'https://m.youtube.com/watch?v=aqz-KE-bpKQ&feature=youtu.be',
    'https://music.youtube.com/watch?v=aqz-KE-bpKQ&si=abc',
    'https://youtu.be/aqz-KE-bpKQ',
    'https://youtu.be/aqz-KE-bpKQ?si=GFz',
    'https://www.youtube.com/shorts/aqz-KE-bpKQ?feature=share',
    'https://www.youtube.com/live/aqz-KE-bpKQ',
    'https://www.youtube.com/embed/aqz-KE-bpKQ',
    'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0',
    'https://www.youtube.com/v/aqz-KE-bpKQ',
    '<iframe width="560" height="315" src="https://www.youtube.com/embed/aqz-KE-bpKQ?si=x" title="YouTube"></iframe>',
  ])('in the form %s is the one form', (pasted) => {
    expect(youtubeLinkOf(pasted)).toBe(film);
    expect(youtubeLinkOf(film)).toBe(film);
  });

  test.each([
    ['https://youtu.be/aqz-KE-bpKQ?t=90', 90],
    ['https://youtu.be/aqz-KE-bpKQ?t=1m30s', 90],
    [`${film}&t=1h1m1s`, 3661],
    [`${film}#t=15`, 15],
    ['<iframe src="https://www.youtube.com/embed/aqz-KE-bpKQ?rel=0&amp;start=15"></iframe>', 15],
  ])('%s keeps its start', (pasted, seconds) => {
    expect(youtubeLinkOf(pasted)).toBe(`${film}&t=${seconds}`);
    expect(youtubeLinkOf(`${film}&t=${seconds}`)).toBe(`${film}&t=${seconds}`);
  });

  test.each([
    'aqz-KE-bpKQ',
    'https://www.youtube.com/',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/watch?v=aqz-KE-bpKQ1',
    'https://www.youtube.com/watch?v=aqz-KE%22bpK',
    'https://www.youtube.com/playlist?list=PL1',
    'https://www.youtube.com/embed/videoseries?list=PL1',
    'https://www.youtube.com/embed/live_stream?channel=UC1',
    'https://www.youtube.com/redirect?q=https://evil.example',
    'https://www.youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
    'https://evil.example/www.youtube.com/watch?v=aqz-KE-bpKQ',
    'https://notyoutube.com/watch?v=aqz-KE-bpKQ',
    'https://yоutube.com/watch?v=aqz-KE-bpKQ',
    'https://www.youtube.com@evil.example/watch?v=aqz-KE-bpKQ',
    'https://me:pw@www.youtube.com/watch?v=aqz-KE-bpKQ',
    'https://www.youtube.com:8443/watch?v=aqz-KE-bpKQ',
    'https://evil.example#@www.youtube.com/watch?v=aqz-KE-bpKQ',
    'https://evil.example\\@www.youtube.com/watch?v=aqz-KE-bpKQ',
    'javascript:alert(1)//www.youtube.com/watch?v=aqz-KE-bpKQ',
    'java\nscript://www.youtube.com/watch?v=aqz-KE-bpKQ',
    'data:text/html,https://youtu.be/aqz-KE-bpKQ',
    'ftp://youtu.be/aqz-KE-bpKQ',
    '<iframe src="javascript:alert(1)" title="https://youtu.be/aqz-KE-bpKQ"></iframe>',
    `${'<iframe '.repeat(500)}`,
  ])('is not %s', (pasted) => expect(youtubeLinkOf(pasted)).toBeNull());
});

describe('a Wordwall link', () => {
  const code = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
  const embed = `https://wordwall.net/embed/${code}?themeId=1&templateId=8&fontStackId=0`;

  test.each([
    ['https://wordwall.net/resource/1207461', 'https://wordwall.net/resource/1207461'],
    ['https://wordwall.net/resource/2250187/たべもの', 'https://wordwall.net/resource/2250187'],
    ['wordwall.net/ja/resource/1207461/sound-quiz?x=1#y', 'https://wordwall.net/resource/1207461'],
    ['http://www.wordwall.net/play/12/345/678', 'https://wordwall.net/play/12/345/678'],
    ['https://wordwall.net/embed/resource/12', 'https://wordwall.net/resource/12'],
    [`https://wordwall.net/embed/${code}`, `https://wordwall.net/embed/${code}`],
    [`<iframe style="max-width:100%" src="${embed}" width="500" height="380" frameborder="0"></iframe>`, embed],
    [`${embed}&onload=alert(1)&themeId=9`, embed],
  ])('in the form %s is kept as %s', (pasted, kept) => {
    expect(wordwallLinkOf(pasted)).toBe(kept);
    expect(wordwallLinkOf(kept)).toBe(kept);
  });

  test.each([
    '1207461',
    'https://wordwall.net/',
    'https://wordwall.net/myactivities',
    'https://wordwall.net/resource/abc',
    'https://wordwall.net/play/1/2',
    'https://wordwall.net/teacher/123/someone',
    'https://wordwall.net.evil.example/resource/1',
    'https://evilwordwall.net/resource/1',
    'https://wordwall.net@evil.example/resource/1',
    'https://wordwall.net:444/resource/1',
    'javascript://wordwall.net/resource/1',
    '<script src="https://wordwall.net/resource/1"></script>',
  ])('is not %s', (pasted) => expect(wordwallLinkOf(pasted)).toBeNull());
});
