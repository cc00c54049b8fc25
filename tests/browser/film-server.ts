import type { BrowserContext } from 'playwright-core';

/** Milliseconds between two ticks of a film. */
const tick = 20;

/**
 * Answers for YouTube, which no test can reach: a page that talks as YouTube's IFrame Player API does, with a film of some
 * seconds, of which so many pass in one of ours. Returns the addresses that were asked for.
 */
export async function serveFilms(context: BrowserContext, seconds: number, speed = 1): Promise<string[]> {
  const asked: string[] = [];
  await context.route('https://www.youtube-nocookie.com/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: 'text/html',
      body: `<title>Film</title><script>(${film})(${seconds}, ${tick}, ${speed})</script>`,
    });
  });
  return asked;
}

/** Answers for Wordwall with a page that is a game. Returns the addresses that were asked for. */
export async function serveGames(context: BrowserContext): Promise<string[]> {
  const asked: string[] = [];
  await context.route('https://wordwall.net/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<title>Game</title><p>A game' });
  });
  return asked;
}

/** A network that keeps a site away. */
export async function refuse(context: BrowserContext, pattern: string): Promise<void> {
  await context.route(pattern, (route) => route.abort('blockedbyclient'));
}

const film = String((duration: number, every: number, speed: number) => {
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
    state.currentTime = Math.min(duration, state.currentTime + (speed * state.playbackRate * every) / 1000);
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
