import type { ReactNode } from 'react';
import { Cut, flower, Frame, paper, round, Strip } from './paper.tsx';

/** A teacher's stamps, by their names in GraphQL. */
export type StampName = 'HANAMARU' | 'STAR' | 'SMILE' | 'LISTEN_AGAIN' | 'ONCE_MORE';

/** The stamps in the order of the picker. */
export const stampNames: readonly StampName[] = ['HANAMARU', 'STAR', 'SMILE', 'LISTEN_AGAIN', 'ONCE_MORE'];

const spiral = 'M50 52a4 4 0 0 1 0-8 9 9 0 0 1 0 18 14 14 0 0 1 0-28 19 19 0 0 1 0 38 23 23 0 0 1-22-22';
const star = 'M50 10l12 25.5 28 3.7-20.5 19.300 5.200 27.700L50 72.600 25.300 86.200l5.200-27.700L10 39.200l28-3.700Z';

const drawings: Readonly<Record<StampName, () => ReactNode>> = {
  HANAMARU: () => (
    <>
      <Cut fill={paper.white} d={flower(50, 50, 38, 9)} lift={2} />
      <Strip d={spiral} colour={paper.persimmon} width={5.5} />
      <Strip d={flower(50, 50, 33, 9)} colour={paper.persimmon} width={5} />
    </>
  ),
  STAR: () => (
    <>
      <Cut fill={paper.sun} d={star} lift={3} />
      <Cut fill={paper.ink} d={round(42, 48, 3.2, 4)} lift={0} twin />
      <Strip d="M43 57q7 7 14 0" width={3} />
    </>
  ),
  SMILE: () => (
    <>
      <Cut fill={paper.sakura} d={flower(50, 50, 32, 6)} lift={3} />
      <Cut fill={paper.cream} d={round(50, 50, 25)} lift={0} />
      <Cut fill={paper.ink} d={round(41, 46, 3, 4)} lift={0} twin />
      <Strip d="M38 57q12 13 24 0" width={3.4} />
    </>
  ),
  LISTEN_AGAIN: () => (
    <>
      <Cut fill={paper.ice} d={round(50, 50, 40)} lift={3} />
      <Cut
        fill={paper.peach}
        d="M36 44a17 17 0 0 1 34 2c0 10-9 13-11 21-2 9-14 12-18 3-2-6 2-9 1-14-1-4-6-6-6-12Z"
        lift={1.6}
      />
      <Strip d="M44 45a9 9 0 0 1 18 1c0 6-7 8-8 13" width={3.4} />
      <Strip d="M77 34q6 12 0 24M85 28q10 18 0 36" colour={paper.water} width={4} />
    </>
  ),
  ONCE_MORE: () => (
    <>
      <Cut fill={paper.lime} d={round(50, 50, 40)} lift={3} />
      <Cut fill={paper.leaf} d="M42 30a8 8 0 0 1 16 0v18a8 8 0 0 1-16 0Z" lift={1.6} />
      <Strip d="M34 46a16 16 0 0 0 32 0M50 62v10M41 73h18" width={4} />
      <Strip d="M20 44a31 31 0 0 1 14-21M80 56a31 31 0 0 1-14 21" colour={paper.leaf} width={4} />
      <Strip d="M26 21l9 1-2 9M74 79l-9-1 2-9" colour={paper.leaf} width={4} />
    </>
  ),
};

interface StampPictureProps {
  readonly stamp: StampName;
  readonly size: number;
}

/** The drawing of a stamp. The words beside the drawing give its meaning. */
export function StampPicture({ stamp, size }: StampPictureProps) {
  return (
    <Frame shape="square" size={size}>
      {drawings[stamp]()}
    </Frame>
  );
}
