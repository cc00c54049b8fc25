import './hanamaru.css';
import { Cut, flower, Frame, paper, type PictureProps } from '#web/shared/art/paper.tsx';

const spiral = 'M50 52a4 4 0 0 1 0-8 9 9 0 0 1 0 18 14 14 0 0 1 0-28 19 19 0 0 1 0 38 23 23 0 0 1-22-22';
const petals = flower(50, 50, 33, 9);

interface HanamaruProps extends PictureProps {
  /** Animates the drawing of the mark, except when reduced motion is preferred. */
  drawn?: boolean | undefined;
}

/** 花丸, the flower a Japanese teacher draws on good work: the mark for "done". */
export function Hanamaru({ drawn = false, size = 64, ...rest }: HanamaruProps) {
  const brush = { fill: 'none', stroke: paper.persimmon, strokeLinecap: 'round', pathLength: 1 } as const;
  const stroke = drawn ? 'hanamaru-stroke' : '';
  return (
    <Frame shape="square" size={size} {...rest}>
      <Cut fill={paper.white} d={flower(50, 50, 38, 9)} lift={2} />
      <path {...brush} d={spiral} strokeWidth="5.5" className={stroke} />
      <path {...brush} d={petals} strokeWidth="5" strokeLinejoin="round" className={`${stroke} hanamaru-petals`} />
    </Frame>
  );
}
