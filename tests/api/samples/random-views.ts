import { randomUUID } from 'node:crypto';
import type { Dice } from '#api/app/demo/dice.ts';
import { longestDelayMs, type PageView } from '#api/domains/usage/page-view.ts';

/** A page view before it is sent, once or often. */
export type Event = Pick<PageView['sent'], 'eventId' | 'name' | 'pageUrl' | 'classId' | 'textBookId' | 'lessonId'> &
  Pick<PageView['sent'], 'contentId' | 'contentType'> & { readonly sessionKey: string; readonly startedAt: Date };

const hourMs = 3_600_000;

/** Moments around which a day, a month or a clock's hour changes in a zone: the last weeks and the last two years. */
export function edgesOf(timeZone: string): number[] {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  const hours = (days: number, step: number) =>
    Array.from({ length: days * (24 / step) }, (_, n) => Math.floor(Date.now() / hourMs - n * step) * hourMs);
  const midnights = hours(50, 1).filter((at) => clock.format(at) === '00');
  const monthEnds = hours(730, 24).filter((at) => new Date(at).getUTCDate() === 1);
  const changes = ['2026-03-08T07:00Z', '2026-11-01T06:00Z', '2026-11-01T05:00Z', '2026-04-04T14:00Z'];
  return [
    ...midnights,
    ...monthEnds.map((at) => at - (at % (24 * hourMs))),
    ...changes.map((at) => Date.parse(at)),
  ].filter((at) => at <= youngest());
}

const pages = ['Class', 'Unit list', 'Content'];
// A view that began in the last hour has not been open for as long as it is said to have been.
const youngest = () => Date.now() - hourMs;
const sessions = Array.from({ length: 6 }, () => randomUUID());

export function randomEvent(dice: Dice, edges: readonly number[], ids: Partial<Event>): Event {
  const edge = dice.pick([youngest(), ...edges]);
  const startedAt = new Date(edge + dice.pick([-1, 0, 1, 30_000, -30_000, hourMs / 4, -hourMs / 4]));
  const some = Object.entries(ids).filter(() => dice.chance(0.7));
  const name = dice.pick(['Class', ...pages]);
  return {
    ...{
      eventId: randomUUID(),
      name,
      pageUrl: '/student',
      sessionKey: dice.pick([randomUUID(), ...sessions]),
      startedAt,
    },
    ...Object.fromEntries(some),
    ...(dice.chance(0.5) ? { contentType: 2 } : {}),
  };
}

/** A unique event from a profile or an anonymous visitor. */
export function viewOf(dice: Dice, { startedAt, ...event }: Event, profileId: string | null = null): PageView {
  return {
    sent: { ...event, duration: dice.below(600_000), heard: dice.chance(0.2) },
    page: { path: event.pageUrl, name: event.name },
    startedAt,
    receivedAt: new Date(),
    stale: startedAt.getTime() < Date.now() - longestDelayMs,
    ...{ profileId, clientIp: null, ipAddress: `203.0.${dice.below(3)}.0`, os: 'iPadOS 18' },
    ...{ browser: 'Safari', browserVersion: dice.chance(0.5) ? '18.1' : null },
  };
}
