import type { Stamp } from '#schema/rules/replies.ts';
import type { CommunityPictureId } from './pictures/catalogue.ts';
import type { SoundId } from './sounds/synthesise.ts';

export interface PostPlan {
  /** The name of the class in the plans. */
  readonly className: string;
  /** The index of the student in the class, from 0. */
  readonly student: number;
  readonly title: string;
  readonly work: { readonly picture: CommunityPictureId } | { readonly sound: SoundId };
  readonly state: 'pending' | 'approved' | 'hidden';
  readonly daysAgo: number;
  /** Taps of each kind, spread over the class. */
  readonly likes: number;
  readonly hearts: number;
  /** A student asked staff to look at it. */
  readonly reported?: true;
  /** The teacher's answer to the child. */
  readonly reply?: { readonly stamp: Stamp; readonly sound?: SoundId; readonly isSeen: boolean };
}

const sunflowers = { className: '3年1組 Sunflowers' } as const;
const penguins = { className: 'Little Penguins ペンギン組', state: 'approved' } as const;
const fourB = { className: 'Class 4B' } as const;
const nihongo = { className: 'わくわく にほんご' } as const;
const picture = (id: CommunityPictureId) => ({ work: { picture: id } });
const voice = (id: SoundId) => ({ work: { sound: id } });
const waiting = { state: 'pending', likes: 0, hearts: 0 } as const;

/** The students' posts on their classes' walls. Only walls whose teacher approves have pending posts. */
export const wall: readonly PostPlan[] = [
  {
    ...sunflowers,
    ...picture('sun-and-house'),
    student: 1,
    title: 'My house',
    state: 'approved',
    daysAgo: 19,
    likes: 7,
    hearts: 4,
    reply: { stamp: 'hanamaru', isSeen: true },
  },
  {
    ...sunflowers,
    ...picture('origami-crane'),
    student: 0,
    title: 'おりがみのつる',
    state: 'approved',
    daysAgo: 12,
    likes: 8,
    hearts: 7,
  },
  {
    ...sunflowers,
    ...voice('hello-melody'),
    student: 3,
    title: 'Hello, hello!',
    state: 'approved',
    daysAgo: 8,
    likes: 3,
    hearts: 5,
    reply: { stamp: 'star', sound: 'hello-melody', isSeen: false },
  },
  {
    ...sunflowers,
    ...picture('class-photo'),
    student: 5,
    title: 'Our paper class',
    state: 'approved',
    daysAgo: 5,
    likes: 7,
    hearts: 8,
  },
  {
    ...sunflowers,
    ...picture('bento'),
    student: 4,
    title: 'きょうのおべんとう',
    state: 'hidden',
    daysAgo: 4,
    likes: 1,
    hearts: 0,
    reported: true,
  },
  { ...sunflowers, ...picture('my-cat'), ...waiting, student: 7, title: 'My cat Momo', daysAgo: 1 },
  { ...sunflowers, ...voice('bird'), ...waiting, student: 2, title: 'とりの こえ', daysAgo: 0 },
  { ...penguins, ...picture('rainbow'), student: 0, title: 'にじをみたよ', daysAgo: 15, likes: 5, hearts: 4 },
  {
    ...penguins,
    ...picture('my-cat'),
    student: 2,
    title: 'Meow!',
    daysAgo: 9,
    likes: 4,
    hearts: 5,
    reply: { stamp: 'smile', isSeen: false },
  },
  { ...penguins, ...voice('do'), student: 1, title: 'Do, do, do', daysAgo: 3, likes: 2, hearts: 1 },
  {
    ...fourB,
    ...picture('bento'),
    student: 0,
    title: 'My lunch box',
    state: 'approved',
    daysAgo: 10,
    likes: 5,
    hearts: 2,
  },
  { ...fourB, ...picture('sun-and-house'), ...waiting, student: 3, title: 'Good morning', daysAgo: 2 },
  {
    ...nihongo,
    ...picture('origami-crane'),
    student: 1,
    title: 'つる',
    state: 'approved',
    daysAgo: 6,
    likes: 3,
    hearts: 3,
    reply: { stamp: 'hanamaru', isSeen: false },
  },
];
