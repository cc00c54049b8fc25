import type { BrowserContext } from 'playwright-core';

/** Milliseconds of the film's time that pass in each of its ticks. */
const tick = 50;

/**
 * Answers for YouTube, which no test can reach: a page that talks as YouTube's IFrame Player API does, with a film of some
 * seconds. Returns the addresses that were asked for.
 */
export async function serveFilms(context: BrowserContext, seconds: number): Promise<string[]> {
  const asked: string[] = [];
  await context.route('https://www.youtube-nocookie.com/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: 'text/html',
      body: `<title>Film</title><script>(${film})(${seconds}, ${tick})</script>`,
    });
  });
  return asked;
}

/** A network that keeps a site away. */
export async function refuse(context: BrowserContext, pattern: string): Promise<void> {
  await context.route(pattern, (route) => route.abort('blockedbyclient'));
}

const film = String((duration: number, every: number) => {
  const state = { playerState: -1, currentTime: 0, playbackRate: 1, duration };
  const say = (event: string, info: unknown) => parent.postMessage(JSON.stringify({ event, info }), '*');
  const become = (playerState: number) => {
    state.playerState = playerState;
    say('onStateChange', playerState);
    say('infoDelivery', { ...state });
  };
  const commands: Record<string, (...args: number[]) => void> = {
    playVideo: () => become(1),
    pauseVideo: () => become(2),
    seekTo: (to = 0) => {
      state.currentTime = to;
      say('infoDelivery', { ...state });
    },
    setPlaybackRate: (rate = 1) => {
      state.playbackRate = rate;
    },
  };
  setInterval(() => {
    if (state.playerState !== 1) return;
    state.currentTime = Math.min(duration, state.currentTime + (state.playbackRate * every) / 1000);
    say('infoDelivery', { currentTime: state.currentTime });
    if (state.currentTime === duration) become(0);
  }, every);
  let known = false;
  addEventListener('message', ({ data }: MessageEvent<string>) => {
    const word = JSON.parse(data) as { event: string; func?: string; args?: number[] };
    if (word.event === 'command') commands[word.func ?? '']?.(...(word.args ?? []));
    if (word.event !== 'listening' || known) return;
    known = true;
    say('onReady', null);
    say('initialDelivery', { ...state });
    if (location.search.includes('autoplay=1')) become(1);
  });
});
