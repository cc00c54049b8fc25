import { critter, critters } from '../critters.ts';
import { at, box, cut, paper, picture, strip } from '../svg.ts';
import { communitySize } from './sheet.ts';

/** The class photo: paper animals in two rows. */
export function classPhoto(): string {
  const back = [critters.bear, critters.panda, critters.dog, critters.mouse];
  const front = [critters.rabbit, critters.cat, critters.frog];
  const bunting = [
    paper.persimmon,
    paper.sun,
    paper.leaf,
    paper.water,
    paper.grape,
    paper.sakura,
    paper.persimmon,
    paper.sun,
  ]
    .map((fill, index) => cut(fill, `M${60 + index * 140} ${70 + 34 * Math.sin((index + 0.5) / 2.55)}h90l-45 84Z`, 4))
    .join('');
  return picture(
    { ...communitySize, background: '#FBE9CF' },
    cut('#F4D9AE', 'M0 640H1200V900H0Z', 0),
    cut('#2E6B57', box(190, 170, 820, 330, 18), 8),
    strip(
      paper.bark,
      18,
      'M190 190a20 20 0 0 1 20-20H990a20 20 0 0 1 20 20V480a20 20 0 0 1-20 20H210a20 20 0 0 1-20-20Z',
    ),
    bunting,
    ...back.map((look, index) => at({ x: 210 + index * 260, y: 710, scale: 1.15 }, critter(look, index === 0))),
    cut('#DDB277', box(60, 690, 1080, 40, 16), 6),
    ...front.map((look, index) => at({ x: 320 + index * 280, y: 870, scale: 1.05 }, critter(look, index !== 1))),
  );
}
