import { ClassStatus } from '#schema/rest/enumerations.ts';
import type { SchoolClock } from './clock.ts';

export interface ClassPlan {
  readonly name: string;
  readonly book: 'hello' | 'nihongo' | 'songs';
  readonly days: readonly [start: string, end: string];
  readonly status: ClassStatus;
  /** Keys of `people`. */
  readonly main: string | null;
  readonly administrator: string | null;
  readonly secondary: readonly string[];
  readonly approvalRequired: boolean;
  readonly students: number;
}

const usual = { status: ClassStatus.ACTIVE, administrator: 'owner', secondary: [], approvalRequired: true } as const;

/** A class of each kind. The start shows the code of the first one. */
export function classPlans({ year, day }: SchoolClock): ClassPlan[] {
  const schoolYear = (from: number) => [`${from}-04-01`, `${from + 1}-03-31`] as const;
  const [lastYear, thisYear, nextYear] = [schoolYear(year - 1), schoolYear(year), schoolYear(year + 1)];

  return [
    {
      ...usual,
      name: '3年1組 Sunflowers',
      book: 'hello',
      days: thisYear,
      main: 'teacher',
      secondary: ['misaki.suzuki'],
      students: 9,
    },
    {
      ...usual,
      name: 'Class 4B',
      book: 'hello',
      days: thisYear,
      main: 'james.wilson',
      secondary: ['teacher'],
      students: 7,
    },
    {
      ...usual,
      name: '5年2組 えいご',
      book: 'hello',
      days: thisYear,
      main: 'daisuke.takahashi',
      secondary: ['misaki.suzuki', 'james.wilson', 'olivia.martin', 'shota.watanabe', 'teacher'],
      students: 6,
    },
    {
      ...usual,
      name: 'Little Penguins ペンギン組',
      book: 'songs',
      days: thisYear,
      main: 'teacher',
      approvalRequired: false,
      students: 6,
    },
    {
      ...usual,
      name: 'わくわく にほんご',
      book: 'nihongo',
      days: thisYear,
      main: 'sakura.ito',
      administrator: 'takashi.kato',
      students: 5,
    },
    {
      ...usual,
      name: 'International Club',
      book: 'nihongo',
      days: thisYear,
      main: 'olivia.martin',
      administrator: 'takashi.kato',
      secondary: ['sakura.ito'],
      approvalRequired: false,
      students: 4,
    },
    {
      ...usual,
      name: 'After-school English',
      book: 'songs',
      days: [day(-75), day(12)],
      main: null,
      secondary: ['shota.watanabe'],
      students: 4,
    },
    {
      ...usual,
      name: '土曜えいご教室',
      book: 'hello',
      days: [`${year - 1}-04-01`, `${year + 1}-03-31`],
      main: 'shota.watanabe',
      administrator: null,
      students: 3,
    },
    {
      ...usual,
      name: '6年1組 えいご',
      book: 'hello',
      days: thisYear,
      status: ClassStatus.INACTIVE,
      main: 'shota.watanabe',
      students: 3,
    },
    {
      ...usual,
      name: 'Summer Camp サマーキャンプ',
      book: 'songs',
      days: [`${year}-07-20`, `${year}-08-31`],
      status: ClassStatus.INACTIVE,
      main: 'teacher',
      approvalRequired: false,
      students: 4,
    },
    { ...usual, name: `${year - 1}年度 3年1組`, book: 'hello', days: lastYear, main: 'teacher', students: 6 },
    {
      ...usual,
      name: `Class 4B (${year - 1})`,
      book: 'hello',
      days: lastYear,
      main: 'james.wilson',
      administrator: 'takashi.kato',
      students: 5,
    },
    {
      ...usual,
      name: '年長 うたのじかん',
      book: 'songs',
      days: [day(-200), day(-1)],
      main: 'misaki.suzuki',
      students: 3,
    },
    {
      ...usual,
      name: 'New First Graders',
      book: 'hello',
      days: nextYear,
      main: 'teacher',
      secondary: ['olivia.martin'],
      students: 0,
    },
    {
      ...usual,
      name: `${year + 1}年度 4年1組`,
      book: 'nihongo',
      days: nextYear,
      main: 'misaki.suzuki',
      administrator: 'takashi.kato',
      students: 0,
    },
  ];
}
