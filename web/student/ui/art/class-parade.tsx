import { Animal } from '#web/shared/art/animals.tsx';
import { Cut, flower, Frame, paper, Strip, type PictureProps } from '#web/shared/art/paper.tsx';
import { Hanamaru } from './hanamaru.tsx';

const flags = [paper.persimmon, paper.sun, paper.leaf, paper.water, paper.grape, paper.sakura, paper.persimmon];

const pennant = (index: number) => {
  const x = 12 + index * 31;
  const sag = (left: number) => 12 + 22 * (1 - ((left - 120) / 108) ** 2);
  return `M${x} ${sag(x)}L${x + 24} ${sag(x + 24)} ${x + 12} ${sag(x + 12) + 24}Z`;
};

/** Class completed: a parade with bunting and a hanamaru flag. */
export function ClassParade({ size = 240, ...rest }: PictureProps) {
  return (
    <Frame shape="wide" size={size} {...rest}>
      <Strip d="M4 8Q120 60 236 8" width={2} />
      {flags.map((fill, index) => (
        <Cut key={index} fill={fill} d={pennant(index)} lift={2} />
      ))}
      <path fill={paper.sun} d={flower(34, 76, 5, 5) + flower(206, 84, 5, 5)} />
      <path fill={paper.sakura} d={flower(60, 62, 4, 5) + flower(222, 60, 4, 5)} />
      <path fill={paper.water} d={flower(16, 98, 3.5, 5) + flower(186, 62, 3.5, 5)} />
      <Cut fill={paper.leaf} d="M0 152C60 134 180 134 240 152V180H0Z" lift={-2} />
      <Strip d="M120 70V164" colour={paper.bark} width={6} />
      <g transform="translate(68 52)">
        <Hanamaru size={104} />
      </g>
      <g transform="translate(10 108)">
        <Animal name="rabbit" size={60} />
      </g>
      <g transform="translate(172 108)">
        <Animal name="bear" size={60} />
      </g>
    </Frame>
  );
}
