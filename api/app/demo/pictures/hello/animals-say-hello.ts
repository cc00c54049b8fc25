import { critter, critters } from '../critters.ts';
import { cloud, daisy, hills, tree } from '../landscape.ts';
import { textbookPage } from '../page-frame.ts';
import { speech } from '../speech.ts';
import { at, paper } from '../svg.ts';

/** Page 5: six animals and their greetings. */
export function animalsSayHello(): string {
  return textbookPage(
    { number: 5, unit: 1, title: 'Hello!', colour: paper.persimmon, background: '#FFF0D2' },
    at({ x: 1130, y: 560, scale: 0.7 }, cloud()),
    at({ x: 120, y: 520, scale: 0.7 }, cloud()),
    hills({ y: 650, height: 90, fill: '#D3ECC0' }),
    at({ x: 630, y: 640, scale: 0.9 }, tree(paper.lime)),
    at({ x: 380, y: 716, scale: 0.85 }, critter(critters.rabbit, true)),
    at({ x: 920, y: 716, scale: 0.9 }, critter(critters.bear)),
    speech({ x: 220, y: 330, text: 'Hello!', tail: 'right' }),
    speech({ x: 860, y: 314, text: 'Good morning!', tail: 'left' }),
    hills({ y: 1120, height: 80, fill: '#B5DFA8' }),
    at({ x: 340, y: 1186, scale: 0.9 }, critter(critters.cat)),
    at({ x: 920, y: 1186, scale: 0.9 }, critter(critters.dog, true)),
    speech({ x: 330, y: 788, text: 'How are you?', tail: 'right' }),
    speech({ x: 900, y: 788, text: 'I’m fine!', tail: 'left' }),
    hills({ y: 1590, height: 70, fill: paper.meadow }),
    at({ x: 340, y: 1660, scale: 0.9 }, critter(critters.frog, true)),
    at({ x: 900, y: 1660, scale: 0.9 }, critter(critters.panda)),
    speech({ x: 330, y: 1262, text: 'See you!', tail: 'right' }),
    speech({ x: 900, y: 1262, text: 'Goodbye!', tail: 'left' }),
    at({ x: 600, y: 1690, scale: 0.9 }, daisy(paper.persimmon)),
    at({ x: 670, y: 1710, scale: 0.7 }, daisy(paper.white)),
    at({ x: 80, y: 1210, scale: 0.8 }, daisy(paper.sakura)),
    at({ x: 620, y: 1190, scale: 0.8 }, daisy(paper.sun)),
  );
}
