import { cut, paper, round, strip, twin } from './svg.ts';

interface Child {
  skin: string;
  hair: string;
  style: 'bob' | 'short' | 'pigtails' | 'curly';
  shirt: string;
  legs: string;
  shoes?: string;
  /** The raised arm, seen from the front. */
  wave?: 'left' | 'right' | 'none';
}

const behindHead: Record<Child['style'], (hair: string) => string> = {
  bob: (hair) => cut(hair, 'M-82-380C-86-470 86-470 82-380L86-318Q60-300 40-312H-40Q-60-300-86-318Z', 0),
  short: () => '',
  pigtails: (hair) => twin(cut(hair, 'M70-396C112-420 132-366 112-320 92-316 78-340 66-360Z', 4)),
  curly: (hair) =>
    cut(
      hair,
      [
        [-62, -352, 34],
        [62, -352, 34],
        [-74, -400, 36],
        [74, -400, 36],
        [-40, -446, 38],
        [40, -446, 38],
        [0, -460, 36],
      ]
        .map(([x = 0, y = 0, r = 0]) => round(x, y, r))
        .join(''),
      0,
    ),
};

const fringe: Record<Child['style'], string> = {
  bob: 'M-78-372C-84-456-40-468 0-468 40-468 84-456 78-372 60-384 52-402 48-414 10-396-40-396-56-404-58-392-66-380-78-372Z',
  short:
    'M-78-384C-88-456-44-474-4-472 46-474 86-450 78-384 70-396 66-408 62-418 30-404 10-424-2-428-20-408-44-404-62-414-64-404-70-394-78-384Z',
  pigtails: 'M-78-378C-82-454-42-466 0-466 42-466 82-454 78-378 62-392 24-404 0-440-24-404-62-392-78-378Z',
  curly: 'M-80-384C-92-484 92-484 80-384A22 22 0 0 1 52-402 27 27 0 0 1 6-404 27 27 0 0 1-42-402 24 24 0 0 1-80-384Z',
};

/** A standing child, feet on y = 0, about 470 tall, drawn around x = 0. */
export function child({ skin, hair, style, shirt, legs, shoes = paper.persimmon, wave = 'none' }: Child): string {
  const arm = (side: 1 | -1, up: boolean) => {
    const hand = up ? { x: side * 122, y: -336 } : { x: side * 88, y: -146 };
    const elbow = up ? `${side * 112} -236` : `${side * 84} -200`;
    return (
      strip(skin, 30, `M${side * 54} -262Q${elbow} ${hand.x} ${hand.y}`) +
      strip(
        shirt,
        42,
        up
          ? `M${side * 48} -266Q${side * 74} -252 ${side * 88} -256`
          : `M${side * 48} -268Q${side * 66} -252 ${side * 72} -230`,
      ) +
      cut(skin, round(hand.x, hand.y, 20), 0)
    );
  };
  return (
    behindHead[style](hair) +
    strip(skin, 30, 'M-30-110V-30M30-110V-30') +
    cut(shoes, 'M-60-8C-60-36-14-40-14-10V0H-60ZM60-8C60-36 14-40 14-10V0H60Z', 4) +
    arm(1, wave === 'right') +
    arm(-1, wave === 'left') +
    cut(legs, 'M-64-180H64L72-78Q36-66 4-76L0-120-4-76Q-36-66-72-78Z', 4) +
    cut(shirt, 'M-40-292Q0-276 40-292 70-286 70-256L74-164Q0-148-74-164L-70-256Q-70-286-40-292Z', 5) +
    cut(skin, 'M-18-320H18V-288Q0-270-18-288Z', 0) +
    twin(cut(skin, round(78, -374, 15, 18), 0)) +
    cut(skin, round(0, -382, 80, 76), 5) +
    cut(hair, fringe[style], 4) +
    twin(
      cut(paper.ink, round(30, -376, 8, 10), 0),
      cut(paper.white, round(32.5, -380, 3), 0),
      cut(paper.sakura, round(48, -350, 13, 9), 0),
    ) +
    strip(paper.ink, 5, 'M-20-346Q0-324 20-346')
  );
}

/** The children of the books, so that they look the same on every page. */
export const mia = { skin: '#F7CFAE', hair: paper.dusk, style: 'bob', shirt: paper.sun, legs: paper.water } as const;
export const kai = {
  skin: '#C98A5E',
  hair: '#33242C',
  style: 'curly',
  shirt: paper.leaf,
  legs: paper.ink,
  shoes: paper.sun,
} as const;
export const hana = {
  skin: '#FBD9BD',
  hair: '#6A3F2A',
  style: 'pigtails',
  shirt: paper.sakura,
  legs: paper.grape,
  shoes: paper.white,
} as const;
export const sota = {
  skin: '#F2C39C',
  hair: '#2C2438',
  style: 'short',
  shirt: paper.persimmon,
  legs: paper.bark,
  shoes: paper.ink,
} as const;
