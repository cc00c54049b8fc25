import type { ActivityDayLineFragment, ContentType } from '#web/staff/operations.generated.ts';

type Day = Pick<ActivityDayLineFragment, 'visitors' | 'views' | 'duration' | 'types' | 'recordings' | 'pictures'>;

/** The content types whose pages play sound or video, or a game. */
const playing: ReadonlySet<ContentType> = new Set(['MUSIC', 'VIDEO', 'GAME', 'PUSH_AND_LISTEN']);

/** The views of videos, songs, games and Push and Listen pages on a day. */
export const playedOn = ({ types }: Pick<Day, 'types'>): number =>
  types.reduce((sum, { contentType, views }) => sum + (playing.has(contentType) ? views : 0), 0);

/** True if the day has any activity. */
export const hasAnything = ({ views, recordings, pictures }: Day): boolean => views + recordings + pictures > 0;

/** The sums over several days. */
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

/** The sums per content type over all days, with the most opened type first. */
export function typesOf(days: readonly Day[]): Day['types'] {
  const found = new Map<ContentType, Day['types'][number]>();
  for (const type of days.flatMap(({ types }) => types)) {
    const { views = 0, duration = 0 } = found.get(type.contentType) ?? {};
    found.set(type.contentType, { ...type, views: views + type.views, duration: duration + type.duration });
  }
  return [...found.values()].sort((one, other) => other.views - one.views);
}
