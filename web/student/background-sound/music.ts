/** What makes the music heard. */
export interface MusicEngine {
  /** Within a tap where it can be: iPads ask for one. Called again, it goes on. */
  readonly start: () => void;
  readonly stop: () => void;
}

/** Milliseconds of quiet after something that was heard: between two words of a page no music comes up. */
const restAfter = 1500;

/**
 * When the music of section 2 plays: on its pages, after a tap, while it is wanted and nothing else is to be heard. A
 * hidden tab and another page stop it, until the next tap.
 */
export function createMusic(engine: MusicEngine) {
  let onPage = false;
  let tapped = false;
  let failed = false;
  let quiet = false;
  let wanted = true;
  let playing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function settle(): void {
    const should = onPage && tapped && !failed && !quiet && wanted;
    if (should === playing) return;
    playing = should;
    if (should) engine.start();
    else engine.stop();
  }

  return {
    setPage(next: boolean): void {
      onPage = next;
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
      clearTimeout(timer);
      const take = () => {
        quiet = next;
        settle();
      };
      if (next) take();
      else timer = setTimeout(take, restAfter);
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
      clearTimeout(timer);
      onPage = false;
      settle();
    },
  };
}
