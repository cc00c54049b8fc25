import { at, cut, flower, paper, round, strip, tint, twin } from './svg.ts';

/** Each picture here is drawn around 0,0; standing things stand on y = 0. */
export function tree(fill: string = paper.leaf): string {
  return (
    cut(paper.bark, 'M-14-90H14L22 0Q0 8-22 0Z', 0) +
    strip(paper.bark, 12, 'M0-110 34-150M0-90-30-128') +
    cut(fill, flower(0, -200, 92, 9), 10) +
    tint(0.14, cut(paper.white, flower(-18, -216, 58, 8), 0))
  );
}

export function fir(): string {
  return (
    cut(paper.bark, 'M-10-40H10V4H-10Z', 0) +
    cut('#23865F', 'M0-170 74-36Q0-14-74-36Z', 7) +
    cut('#2B9A6C', 'M0-230 58-116Q0-98-58-116Z', 7) +
    cut('#3DAF7E', 'M0-280 42-186Q0-172-42-186Z', 7)
  );
}

export function cloud(): string {
  return cut(paper.white, 'M-70 30A34 34 0 0 1-74-38 56 56 0 0 1 32-52 46 46 0 0 1 78 30Z', 8);
}

export function sun(smiling = false): string {
  const face =
    twin(cut(paper.ink, round(20, -8, 6, 7), 0), cut(paper.persimmon, round(36, 10, 9, 6), 0)) +
    strip(paper.ink, 6, 'M-16 10Q0 28 16 10');
  return cut('#FFD874', flower(0, 0, 86, 14), 6) + cut(paper.sun, round(0, 0, 66), 4) + (smiling ? face : '');
}

export function blossom(fill: string = paper.sakura): string {
  return cut(fill, flower(0, 0, 15, 5), 3) + cut(paper.sun, round(0, 0, 7), 0);
}

/** A flower on its stem. */
export function daisy(fill: string): string {
  const leaves = twin(cut(paper.leaf, 'M0-14C18-16 32-26 36-42 16-42 4-30 0-14Z', 2));
  return strip(paper.leaf, 7, 'M0 0V-64') + leaves + at({ x: 0, y: -74, scale: 1.5 }, blossom(fill));
}

export function house(wall: string, roof: string): string {
  const pane = cut(paper.sun, 'M-80-104h52v52h-52Z', 0) + strip(paper.white, 5, 'M-54-102V-54M-78-78H-30');
  return (
    cut(paper.bark, 'M50-260H84V-170H50Z', 0) +
    cut(wall, 'M-110-150H110V4H-110Z', 0) +
    cut(roof, 'M-144-142Q-148-152-138-158L-10-262Q0-270 10-262L138-158Q148-152 144-142Z', 8) +
    pane +
    cut(paper.bark, 'M20 4V-76a30 30 0 0 1 60 0V4Z', 0) +
    cut(paper.sun, round(68, -36, 5), 0)
  );
}

/** Rolling ground from the left to the right edge; `height` is how far the hills rise above `y`. */
export function hills({
  y,
  height,
  fill,
  width = 1240,
}: {
  y: number;
  height: number;
  fill: string;
  width?: number;
}): string {
  const d = `M0 ${y}C${width * 0.2} ${y - height} ${width * 0.35} ${y - height} ${width * 0.55} ${y - height * 0.2}C${width * 0.72} ${y + height * 0.4} ${width * 0.86} ${y - height * 0.7} ${width} ${y - height * 0.5}V4000H0Z`;
  return tint(0.08, `<path fill="${paper.ink}" d="${d}" transform="translate(0 -7)"/>`) + cut(fill, d, 0);
}

/** A band of paper waves from edge to edge. */
export function waves({
  y,
  fill,
  width = 1240,
  length = 124,
}: {
  y: number;
  fill: string;
  width?: number;
  length?: number;
}): string {
  const crests = Array.from({ length: Math.ceil(width / length) + 1 }, () => `q${length / 2}-44 ${length} 0`).join('');
  const d = `M${-length / 2} ${y}${crests}V4000H${-length / 2}Z`;
  return tint(0.1, `<path fill="${paper.ink}" d="${d}" transform="translate(0 -7)"/>`) + cut(fill, d, 0);
}
