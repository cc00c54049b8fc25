import type { ActivityDayLineFragment, ContentType } from '#web/staff/operations.generated.ts';

type Day = Pick<ActivityDayLineFragment, 'visitors' | 'views' | 'duration' | 'types' | 'recordings' | 'pictures'>;

/** The types that play when they are opened. */
const playing: ReadonlySet<ContentType> = new Set(['MUSIC', 'VIDEO', 'GAME', 'PUSH_AND_LISTEN']);

/** How many of a day's pages were films, songs, games and pages to listen to. */
export const playedOn = ({ types }: Pick<Day, 'types'>): number =>
  types.reduce((sum, { contentType, views }) => sum + (playing.has(contentType) ? views : 0), 0);

/** Whether there is anything to tell of a day. */
export const hasAnything = ({ views, recordings, pictures }: Day): boolean => views + recordings + pictures > 0;

/** Several days as if they were one. */
export function sumOf(days: readonly Day[]) {
  const sum = (of: (day: Day) => number) => days.reduce((all, day) => all + of(day), 0);
  return {
    visitors: sum((day) => day.visitors),
    views: sum((day) => day.views),
    played: sum(playedOn),
    recordings: sum((day) => day.recordings),
    pictures: sum((day) => day.pictures),
    duration: sum((day) => day.duration),
  };
}

/** The types that were opened on any of the days, the one opened most often first. */
export function typesOf(days: readonly Day[]): Day['types'] {
  const found = new Map<ContentType, Day['types'][number]>();
  for (const type of days.flatMap(({ types }) => types)) {
    const { views = 0, duration = 0 } = found.get(type.contentType) ?? {};
    found.set(type.contentType, { ...type, views: views + type.views, duration: duration + type.duration });
  }
  return [...found.values()].sort((one, other) => other.views - one.views);
}
