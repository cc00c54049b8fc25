import { isObject } from '#web/shared/is-object.ts';
import { storedValue } from '#web/student/platform/stored-value.ts';
/** A viewed page. Its content, unit or book may become known later. */
export interface ViewedPage {
  readonly name: string;
  readonly pageUrl: string;
  readonly textBookId?: string | null;
  readonly textBookName?: string | null;
  readonly classId?: string | null;
  readonly className?: string | null;
  readonly lessonId?: string;
  readonly contentId?: string;
  /** A sound, song or video of the page was heard to its end. */
  readonly heard?: true;
}

/** A page view (section 7). It may be sent repeatedly under one `eventId` with a growing `duration`. */
export interface PageView extends ViewedPage {
  readonly eventId: string;
  readonly sessionKey: string | undefined;
  /** Visible time in milliseconds. */
  readonly duration: number;
  /** In this device's time. */
  readonly startedAt: string;
  readonly profileId: string | undefined;
}

interface PageViewParts {
  /** The device's clock in milliseconds since 1970. */
  readonly now: () => number;
  /** A monotonic clock in milliseconds. */
  readonly elapsed: () => number;
  readonly newId: () => string;
  /** False when the view did not arrive and may be sent again. */
  readonly send: (view: PageView) => Promise<boolean>;
  /** Unsent views, stored beyond this page. */
  readonly load: () => readonly PageView[];
  readonly save: (views: readonly PageView[]) => void;
}

/** The maximum of unsent page views; the oldest are dropped. */
export const mostWaiting = 200;

/** The API's maximum of 24 hours. */
const longestDuration = 86_400_000;

/**
 * Measures how long a page is visible, sends its view when the page is left, hidden or closed, and stores views that
 * did not arrive.
 */
export function createPageViews({ now, elapsed, newId, send, load, save }: PageViewParts) {
  let current: { view: PageView; seen: number; since: number | undefined } | undefined;
  let sending = false;

  function duration(): number {
    if (!current) return 0;
    const running = current.since === undefined ? 0 : elapsed() - current.since;
    return Math.min(longestDuration, Math.round(current.seen + running));
  }

  /** Stores the view in place of an unsent one with the same id. */
  function keep(view: PageView): void {
    const others = load().filter(({ eventId }) => eventId !== view.eventId);
    save([...others, view].slice(-mostWaiting));
  }

  function keepCurrent(): PageView | undefined {
    if (!current) return undefined;
    const view = { ...current.view, duration: duration() };
    keep(view);
    return view;
  }

  function forget(sent: PageView): void {
    // The stored view may have become longer while this one was sent.
    save(load().filter(({ eventId, duration: ms }) => eventId !== sent.eventId || ms > sent.duration));
  }

  async function sendWaiting(): Promise<void> {
    if (sending) return;
    sending = true;
    try {
      for (const view of load()) {
        if (!(await send(view))) return;
        forget(view);
      }
    } finally {
      sending = false;
    }
  }

  /** Sends the view so far. The view is stored first, since the browser may end before an answer arrives. */
  function tell(): void {
    const view = keepCurrent();
    if (view) void send(view).then((arrived) => arrived && forget(view));
  }

  function leave(): void {
    tell();
    current = undefined;
  }

  return {
    open(page: ViewedPage, who: Pick<PageView, 'profileId' | 'sessionKey'>): void {
      leave();
      const startedAt = new Date(now()).toISOString();
      current = { view: { ...page, ...who, eventId: newId(), duration: 0, startedAt }, seen: 0, since: elapsed() };
    },

    /** Adds details of the open page when they become known. */
    add(details: Partial<ViewedPage>): void {
      if (current) current.view = { ...current.view, ...details };
    },

    leave,

    /** The page is hidden. */
    hide(): void {
      if (current?.since === undefined) return;
      current.seen += elapsed() - current.since;
      current.since = undefined;
      tell();
    },

    show(): void {
      if (current && current.since === undefined) current.since = elapsed();
    },

    /** Sends the duration so far, and the unsent views. */
    beat(): void {
      if (current?.since !== undefined) keepCurrent();
      void sendWaiting();
    },

    sendWaiting,
  };
}

export type PageViews = ReturnType<typeof createPageViews>;

/** Checks the shape only as far as needed; the API validates the rest, and a refused view is not sent again. */
const isView = (stored: unknown): stored is PageView =>
  isObject(stored) &&
  ['eventId', 'name', 'pageUrl', 'startedAt'].every((field) => typeof stored[field] === 'string') &&
  typeof stored.duration === 'number';

/** The unsent page views in storage; invalid ones are dropped. */
const waiting = storedValue<readonly PageView[]>({
  key: 'pageViews',
  parse: (stored) => (Array.isArray(stored) ? stored.filter(isView) : []),
  join: (mine, stored) => [...stored.filter(({ eventId }) => !mine.some((view) => view.eventId === eventId)), ...mine],
  format: (views) => (views.length > 0 ? views : undefined),
});

export const loadViews = waiting.latest;
export const saveViews = waiting.set;
