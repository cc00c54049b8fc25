import type { ReactNode } from 'react';
import { Cut, Frame, paper, round, Strip, type PictureProps } from './paper.tsx';

/** The animals that a child can choose, in the order of the picker. */
export const animalNames = [
  'cat',
  'dog',
  'rabbit',
  'bear',
  'fox',
  'frog',
  'penguin',
  'owl',
  'elephant',
  'panda',
] as const;

export type AnimalName = (typeof animalNames)[number];

/** The animal by its GraphQL name; the first one for a name that this page does not know. */
export const animalNamed = (animal: string): AnimalName =>
  animalNames.find((name) => name.toUpperCase() === animal) ?? animalNames[0];

/** The colour behind each animal, which children who cannot read yet remember. */
export const animalColours: Record<AnimalName, string> = {
  cat: paper.grape,
  dog: paper.persimmon,
  rabbit: paper.sakura,
  bear: paper.sun,
  fox: paper.water,
  frog: paper.lime,
  penguin: paper.ice,
  owl: paper.ink,
  elephant: paper.peach,
  panda: paper.leaf,
};

interface EyesProps {
  x?: number;
  y?: number;
}

function Eyes({ x = 35, y = 53 }: EyesProps) {
  return (
    <>
      <Cut fill={paper.ink} d={round(x, y, 4.4, 5)} lift={0} twin />
      <path fill={paper.white} d={round(x + 1.3, y - 1.9, 1.6) + round(101.3 - x, y - 1.9, 1.6)} />
    </>
  );
}

function Cheeks({ x = 24, y = 63 }: EyesProps) {
  return <Cut fill={paper.sakura} d={round(x, y, 4.6, 3.4)} lift={0} twin />;
}

const smile = 'M50 64v3.5q-4 5-8.5 1.5M50 67.5q4 5 8.5 1.5';

const faces: Record<AnimalName, ReactNode> = {
  cat: (
    <>
      <Cut fill={paper.orange} d="M18 52 17 18Q17 12 23 15L46 33Z" />
      <Cut fill="#4B3A57" d="M82 52 83 18Q83 12 77 15L54 33Z" />
      <Cut fill={paper.peach} d="M23 40 22.5 24 35 33Z" lift={0} twin />
      <Cut fill={paper.cream} d={round(50, 57, 34, 29)} />
      <Cut fill={paper.orange} d="M16.4 53A34 29 0 0 1 46 28.2Q47 41 36 43 22 44 16.4 53Z" lift={0} />
      <Cut fill="#4B3A57" d="M83.6 53A34 29 0 0 0 60 29.3Q60 40 68 42 79 44 83.6 53Z" lift={0} />
      <Eyes y={55} />
      <Cheeks x={25} y={66} />
      <Strip d="M12 60l-9-2M12.5 67l-8.5 3M88 60l9-2M87.5 67l8.5 3" colour={paper.cream} width={2} />
      <Strip d={smile} />
      <Cut fill={paper.persimmon} d="M46 61.5Q50 59.5 54 61.5 53.5 65.5 50 66.5 46.5 65.5 46 61.5Z" lift={0} />
    </>
  ),
  dog: (
    <>
      <Cut fill={paper.cream} d="M50 21C71 21 83 35 83 55 83 75 69 87 50 87 31 87 17 75 17 55 17 35 29 21 50 21Z" />
      <Cut fill={paper.sand} d="M52 21C71 21 83 35 83 55 78 66 60 66 56 56 53 46 58 33 52 21Z" lift={0} />
      <Cut fill={paper.bark} d="M37 22C20 14 5 30 7 55 8 69 20 72 24 60 27 47 28 33 37 22Z" twin />
      <Cut fill={paper.white} d={round(50, 68, 18, 14)} lift={0.8} />
      <Cut fill={paper.sakura} d="M44.5 72H55.5V79a5.5 5.5 0 0 1-11 0Z" lift={0} />
      <Strip d="M50 64v6q-5 5-10 1M50 70q5 5 10 1" />
      <Cut fill={paper.ink} d={round(50, 61, 7, 5)} lift={0} />
      <Eyes x={36} y={50} />
    </>
  ),
  rabbit: (
    <g transform="translate(6 8) scale(.88)">
      <Cut fill={paper.white} d="M47 44C48 24 42 2 32 2 21 2 21 30 33 48Z" twin />
      <Cut fill={paper.peach} d="M42 40C42 25 38 10 33 10 27 10 28 29 36 42Z" lift={0} twin />
      <Cut fill={paper.white} d={round(50, 64, 31, 27)} />
      <Eyes x={37} y={60} />
      <Cheeks x={28} y={71} />
      <Cut fill={paper.persimmon} d={round(50, 67.5, 3.8, 2.9)} lift={0} />
      <Strip d="M50 70v3.5q-4 5-8.5 1.5M50 73.5q4 5 8.5 1.5" />
    </g>
  ),
  bear: (
    <>
      <Cut fill={paper.bark} d={round(24, 29, 14)} twin />
      <Cut fill={paper.sand} d={round(25, 30, 7.5)} lift={0} twin />
      <Cut fill={paper.bark} d={round(50, 56, 36, 32)} />
      <Cut fill={paper.sand} d={round(50, 68, 18, 14)} lift={0.8} />
      <Eyes x={34} y={52} />
      <Strip d="M50 66v5q-4 5-8.5 1.5M50 71q4 5 8.5 1.5" />
      <Cut fill={paper.ink} d={round(50, 62, 6.5, 4.8)} lift={0} />
    </>
  ),
  fox: (
    <g transform="translate(6 5) scale(.88)">
      <Cut fill={paper.orange} d="M14 54 11 14Q11 7 18 11L46 36Z" twin />
      <Cut fill="#4B3A57" d="M18 36 17 20 30 31Z" lift={0} twin />
      <Cut
        fill={paper.orange}
        d="M50 30C70 30 88 36 89 53 88 70 66 80 55 89Q50 93 45 89C34 80 12 70 11 53 12 36 30 30 50 30Z"
      />
      <Cut fill={paper.white} d="M11 53C24 50 44 62 50 91Q47 91 45 89C34 80 12 70 11 53Z" lift={0} twin />
      <Eyes x={34} y={54} />
      <Cut fill={paper.ink} d={round(50, 85, 6, 4.8)} lift={0} />
    </g>
  ),
  frog: (
    <>
      <Cut fill={paper.leaf} d={round(28, 32, 16)} twin />
      <Cut fill={paper.leaf} d={round(50, 59, 40, 29)} />
      <Cut fill="#8ED7A8" d="M14 66C28 74 72 74 86 66 82 79 68 88 50 88 32 88 18 79 14 66Z" lift={0} />
      <Cut fill={paper.white} d={round(28, 31, 10.5)} lift={0.8} twin />
      <Eyes x={29.5} y={32} />
      <Strip d="M17 62Q50 80 83 62" width={2.8} />
      <path fill={paper.ink} d={round(45, 54, 1.5, 1.9) + round(55, 54, 1.5, 1.9)} />
      <Cheeks x={20} y={57} />
    </>
  ),
  penguin: (
    <>
      <Strip d="M50 22Q48 13 41 11M51 22Q54 14 60 13" colour={paper.ink} width={4} />
      <Cut fill={paper.ink} d={round(50, 56, 36, 36)} />
      <Cut
        fill={paper.white}
        d="M50 41C57 31 77 33 77 51 77 57 75 60 75 66 75 79 64 87 50 87 36 87 25 79 25 66 25 60 23 57 23 51 23 33 43 31 50 41Z"
      />
      <Eyes x={36} y={54} />
      <Cheeks x={31} y={66} />
      <Cut fill={paper.sun} d="M39 63Q50 54 61 63 56 74 50 75 44 74 39 63Z" />
      <Strip d="M41 64.5Q50 68 59 64.5" colour={paper.persimmon} width={1.8} />
    </>
  ),
  owl: (
    <>
      <Cut
        fill="#B97A45"
        d="M13 13C24 20 36 22 50 22 64 22 76 20 87 13 88 30 88 48 85 62 80 80 67 91 50 91 33 91 20 80 15 62 12 48 12 30 13 13Z"
      />
      <Cut
        fill={paper.cream}
        d="M50 70l4 4.5-4 4.5-4-4.5ZM36 72l4 4.5-4 4.5-4-4.5ZM64 72l4 4.5-4 4.5-4-4.5ZM43 78l4 4.5-4 4.5-4-4.5ZM57 78l4 4.5-4 4.5-4-4.5Z"
        lift={0}
      />
      <Cut fill={paper.cream} d={round(32, 48, 19)} twin />
      <Cut fill={paper.sun} d={round(33, 48, 12.5)} lift={0.6} twin />
      <Cut fill={paper.ink} d={round(34, 48, 7.5)} lift={0} twin />
      <path fill={paper.white} d={round(36.5, 45, 2.5) + round(68.5, 45, 2.5)} />
      <Cut fill={paper.persimmon} d="M43.5 56Q50 52 56.5 56 54 65 50 69 46 65 43.5 56Z" />
    </>
  ),
  elephant: (
    <>
      <Cut fill="#8EA4C8" d="M36 28C20 16 1 28 3 52 4 70 24 76 36 64Z" twin />
      <Cut fill={paper.sakura} d="M31 35C20 28 9 36 10 52 11 62 23 66 31 58Z" lift={0} twin />
      <Cut fill={paper.stone} d="M50 17C69 17 78 31 78 47 78 64 67 74 50 74 33 74 22 64 22 47 22 31 31 17 50 17Z" />
      <Cut fill={paper.white} d="M36 68C35 76 37 80 42 80 43 76 42 72 43 69Z" twin />
      <Cut
        fill={paper.stone}
        d="M41 52H59C60 66 57 76 57 81 57 85 62 85 62 81A4.6 4.6 0 0 1 71 81C71 95 45 97 44 82 43.5 72 41 64 41 52Z"
      />
      <path fill={paper.stone} d={round(50, 50, 12)} />
      <Strip d="M44 64q6 2.5 12 0M44.5 71.5q5.5 2.3 11 0M46 79q5 2 9.5 0" colour="#8EA4C8" width={2} />
      <Eyes x={34} y={46} />
      <Cheeks x={31} y={58} />
    </>
  ),
  panda: (
    <>
      <Cut fill={paper.ink} d={round(23, 28, 14)} twin />
      <Cut fill={paper.white} d={round(50, 57, 37, 32)} />
      <Cut fill={paper.ink} d="M40 43C46 49 44 60 36 65 29 68 23 63 25 55 27 47 34 39 40 43Z" lift={0} twin />
      <path fill={paper.white} d={round(35.5, 54, 4.2) + round(64.5, 54, 4.2)} />
      <path fill={paper.ink} d={round(36, 54.5, 2.5) + round(64, 54.5, 2.5)} />
      <Cheeks x={24} y={71} />
      <Cut fill={paper.ink} d={round(50, 66, 5.5, 4)} lift={0} />
      <Strip d="M50 69v3q-4 5-8.5 1.5M50 72q4 5 8.5 1.5" />
    </>
  ),
};

interface AnimalProps extends PictureProps {
  name: AnimalName;
}

/** An animal's face on a disc of its colour. */
export function Animal({ name, size = 96, ...rest }: AnimalProps) {
  return (
    <Frame shape="square" size={size} {...rest}>
      <circle cx="50" cy="50" r="50" fill={animalColours[name]} />
      {faces[name]}
    </Frame>
  );
}
