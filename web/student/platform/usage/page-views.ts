import { isRecord } from '#web/shared/storage.ts';
import { storedValue } from '#web/shared/stored-value.ts';
/** A page as it calls itself, and where it is; what it belongs to may become known later. */
export interface ViewedPage {
  readonly name: string;
  readonly pageUrl: string;
  readonly textBookId?: string | null;
  readonly textBookName?: string | null;
  readonly classId?: string | null;
  readonly className?: string | null;
  readonly lessonId?: string;
  readonly contentId?: string;
}

/** A page view to be sent (section 7): under one `eventId` as often as wanted, with a longer `duration` each time. */
export interface PageView extends ViewedPage {
  readonly eventId: string;
  readonly sessionKey: string | undefined;
  /** Milliseconds for which the page was seen. */
  readonly duration: number;
  /** By this device's clock. */
  readonly startedAt: string;
  readonly profileId: string | undefined;
}

interface PageViewParts {
  /** Milliseconds by the device's clock. */
  readonly now: () => number;
  /** Milliseconds that no change of the clock disturbs. */
  readonly elapsed: () => number;
  readonly newId: () => string;
  /** False when it did not arrive and may be sent again. */
  readonly send: (view: PageView) => Promise<boolean>;
  /** What could not be sent, kept beyond this page. */
  readonly load: () => readonly PageView[];
  readonly save: (views: readonly PageView[]) => void;
}

/** Page views that may wait to be sent; of more, the oldest are dropped. */
export const mostWaiting = 200;

/** 24 hours: what the API takes. */
const longest = 86_400_000;

/** Counts for how long a page is seen, tells it when the page is left, hidden or closed, and keeps what did not arrive. */
export function createPageViews({ now, elapsed, newId, send, load, save }: PageViewParts) {
  let current: { view: PageView; seen: number; since: number | undefined } | undefined;
  let sending = false;

  function duration(): number {
    if (!current) return 0;
    const running = current.since === undefined ? 0 : elapsed() - current.since;
    return Math.min(longest, Math.round(current.seen + running));
  }

  /** The waiting ones with this one in the place of what waited under its id. */
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
    // Meanwhile it may have become longer.
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

  /** Tells what is known of the page so far. Kept first: the browser may end before an answer comes. */
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

    /** What the open page belongs to, as soon as it is known. */
    add(details: Partial<ViewedPage>): void {
      if (current) current.view = { ...current.view, ...details };
    },

    leave,

    /** Nobody sees the page now. */
    hide(): void {
      if (current?.since === undefined) return;
      current.seen += elapsed() - current.since;
      current.since = undefined;
      tell();
    },

    show(): void {
      if (current && current.since === undefined) current.since = elapsed();
    },

    /** Tells how long the page has been seen, and what waits from before. */
    beat(): void {
      if (current?.since !== undefined) keepCurrent();
      void sendWaiting();
    },

    sendWaiting,
  };
}

export type PageViews = ReturnType<typeof createPageViews>;

/** What else it carries the API judges: a view that it refuses is not sent again. */
const isView = (stored: unknown): stored is PageView =>
  isRecord(stored) &&
  ['eventId', 'name', 'pageUrl', 'startedAt'].every((field) => typeof stored[field] === 'string') &&
  typeof stored.duration === 'number';

/** The page views that this device has still to send; whatever else the storage holds is none. */
const waiting = storedValue<readonly PageView[]>({
  key: 'pageViews',
  parse: (stored) => (Array.isArray(stored) ? stored.filter(isView) : []),
  join: (mine, stored) => [...stored.filter(({ eventId }) => !mine.some((view) => view.eventId === eventId)), ...mine],
  format: (views) => (views.length > 0 ? views : undefined),
});

export const loadViews = waiting.latest;
export const saveViews = waiting.set;
