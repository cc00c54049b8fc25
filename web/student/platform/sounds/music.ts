/** What makes the music heard. */
export interface MusicEngine {
  /** Within a tap where it can be: iPads ask for one. Called again, it goes on. */
  readonly start: () => void;
  readonly stop: () => void;
}

/**
 * When the music of section 2 plays: on its pages, after a tap, while it is wanted and until something else is to be
 * heard: between two words of a page no music comes up. A hidden tab stops it until the next tap.
 */
export function createMusic(engine: MusicEngine) {
  let onPage = false;
  let tapped = false;
  let failed = false;
  let quiet = false;
  let spoken = false;
  let wanted = true;
  let playing = false;

  function settle(): void {
    const should = onPage && tapped && !failed && !quiet && !spoken && wanted;
    if (should === playing) return;
    playing = should;
    if (should) engine.start();
    else engine.stop();
  }

  return {
    /** Another page is shown, with music or without. */
    setPage(next: boolean): void {
      onPage = next;
      spoken = false;
      if (!next) tapped = failed = false;
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
      if (next) spoken = true;
      settle();
    },
    setWanted(next: boolean): void {
      wanted = next;
      settle();
    },
    /** No music on this page, then. */
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
