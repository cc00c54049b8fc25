/** The output of the music. */
export interface MusicEngine {
  /** Starts or resumes playback; called within a tap if possible, since iPads require one. */
  readonly start: () => void;
  readonly stop: () => void;
}

/** The shown page. */
export interface SoundPage {
  readonly path: string;
  readonly hasMusic: boolean;
}

/**
 * Decides when the music of section 2 plays: on its pages, after a tap, while it is switched on and until another sound
 * plays. It does not resume between two words of a page. A hidden tab stops it until the next tap.
 */
export function createMusic(engine: MusicEngine) {
  let shown: string | undefined;
  let onPage = false;
  let tapped = false;
  let failed = false;
  let quiet = false;
  let hasSpoken = false;
  let wanted = true;
  let playing = false;

  function settle(): void {
    const should = onPage && tapped && !failed && !quiet && !hasSpoken && wanted;
    if (should === playing) return;
    playing = should;
    if (should) engine.start();
    else engine.stop();
  }

  return {
    /** Another page is shown, or the same one again: what was heard on a page counts until another path is opened. */
    showPage({ path, hasMusic }: SoundPage): void {
      if (path !== shown) hasSpoken = false;
      shown = path;
      onPage = hasMusic;
      if (!hasMusic) tapped = failed = false;
      settle();
    },
    tap(): void {
      tapped = onPage;
      if (playing) engine.start();
      settle();
    },
    hide(): void {
      tapped = false;
      settle();
    },
    setQuiet(next: boolean): void {
      quiet = next;
      if (next) hasSpoken = true;
      settle();
    },
    setWanted(next: boolean): void {
      wanted = next;
      settle();
    },
    /** Gives up the music on this page. */
    fail(): void {
      failed = true;
      settle();
    },
    end(): void {
      onPage = false;
      settle();
    },
  };
}
