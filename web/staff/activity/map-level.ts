import type { MapTileFragment } from '#web/staff/operations.generated.ts';

export const levels = ['never', 'shut', 'unused', 'few', 'some', 'many'] as const;
export type Level = (typeof levels)[number];

/** How the views of a map are parted: up to `few` times, up to `some` times, and more. */
export interface Steps {
  readonly few: number;
  readonly some: number;
}

/** Three equal parts of what the content opened most often has. */
export function stepsOf(views: readonly number[]): Steps {
  const few = Math.max(1, Math.ceil(Math.max(0, ...views) / 3));
  return { few, some: few * 2 };
}

type Used = Pick<MapTileFragment, 'neverOpened' | 'lastOpenedOn' | 'views'>;

/** How much a content is used beside the others of its book. */
export function levelOf({ neverOpened, lastOpenedOn, views }: Used, steps: Steps): Level {
  if (neverOpened) return 'never';
  // Never opened either, but nothing could.
  if (!lastOpenedOn) return 'shut';
  if (views === 0) return 'unused';
  if (views <= steps.few) return 'few';
  return views <= steps.some ? 'some' : 'many';
}
