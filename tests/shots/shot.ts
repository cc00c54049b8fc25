import type { Page } from 'playwright-core';
import type { Role } from '#schema/access.ts';
import type { patterns } from '#web/paths.ts';
import type { Place } from './place.ts';

export interface Shot {
  /** The picture's name. */
  readonly name: string;
  /** The route that it shows: its name in web/paths.ts, or the path itself where it has none there. */
  readonly route: keyof typeof patterns | `/${string}`;
  readonly url: (place: Place) => string;
  readonly as: Role | 'Nobody' | 'Child';
  /** What is done before the picture, in either language. */
  readonly then?: (page: Page, place: Place) => Promise<unknown>;
}
