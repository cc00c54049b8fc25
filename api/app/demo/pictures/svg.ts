/** The colours the demo school's pages are cut from. */
export const paper = {
  sky: '#DFF1FF',
  ink: '#232B6B',
  persimmon: '#E8532B',
  sun: '#FFC533',
  leaf: '#2FA36B',
  grape: '#7A57D1',
  sakura: '#F58BB0',
  water: '#2D9CDB',
  white: '#FFFFFF',
  cream: '#FFF6E6',
  sand: '#F3CF9B',
  bark: '#8C5A3C',
  orange: '#F0803C',
  peach: '#FFB89F',
  lime: '#B9DF72',
  ice: '#A3DDF7',
  stone: '#A5B8D6',
  meadow: '#8FD2AC',
  dusk: '#4B3A57',
} as const;

/** One sheet of paper: a shape over its own short shadow, `lift` units long. */
export function cut(fill: string, d: string, lift = 5): string {
  if (lift === 0) return `<path fill="${fill}" d="${d}"/>`;
  const shadow = (length: number) =>
    `<path fill="${paper.ink}" opacity=".09" transform="translate(0 ${length})" d="${d}"/>`;
  return `${shadow(lift)}${shadow(lift / 2)}<path fill="${fill}" d="${d}"/>`;
}

/** A round-ended strip of paper along a line. */
export function strip(colour: string, width: number, d: string): string {
  return `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;
}

interface Placing {
  x: number;
  y: number;
  scale?: number;
  /** Degrees, clockwise. */
  turn?: number;
  /** Mirrors left and right. */
  flip?: boolean;
}

/** Lays a picture that was drawn around 0,0 down at a place. */
export function at({ x, y, scale = 1, turn = 0, flip = false }: Placing, ...pieces: string[]): string {
  const mirrored = flip ? `${-scale} ${scale}` : `${scale}`;
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${mirrored})">${pieces.join('')}</g>`;
}

/** The same pieces twice, the second time mirrored about x = 0. */
export function twin(...pieces: string[]): string {
  return pieces.join('') + at({ x: 0, y: 0, flip: true }, ...pieces);
}

export function tint(opacity: number, ...pieces: string[]): string {
  return `<g opacity="${opacity}">${pieces.join('')}</g>`;
}

/** Path of an ellipse; a circle when `ry` is left out. */
export function round(cx: number, cy: number, rx: number, ry = rx): string {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0Z`;
}

/** Path of a rectangle with rounded corners. */
export function box(x: number, y: number, width: number, height: number, corner = 0): string {
  const c = Math.min(corner, width / 2, height / 2);
  return `M${x + c} ${y}h${width - 2 * c}a${c} ${c} 0 0 1 ${c} ${c}v${height - 2 * c}a${c} ${c} 0 0 1 ${-c} ${c}h${2 * c - width}a${c} ${c} 0 0 1 ${-c} ${-c}v${2 * c - height}a${c} ${c} 0 0 1 ${c} ${-c}Z`;
}

/** Path of a flower: round petals whose valleys lie `radius` from the centre. */
export function flower(cx: number, cy: number, radius: number, petals: number): string {
  const petal = radius * Math.sin(Math.PI / petals) * 1.08;
  const valley = (index: number) => {
    const angle = (2 * Math.PI * index) / petals - Math.PI / 2 - Math.PI / petals;
    return `${(cx + radius * Math.cos(angle)).toFixed(1)} ${(cy + radius * Math.sin(angle)).toFixed(1)}`;
  };
  const arcs = Array.from({ length: petals }, (_, index) => `A${petal} ${petal} 0 0 1 ${valley(index + 1)}`);
  return `M${valley(0)}${arcs.join('')}Z`;
}

/** Path of a star with its first point upwards. */
export function star(cx: number, cy: number, radius: number, points = 5): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const reach = index % 2 === 0 ? radius : radius * 0.5;
    const angle = (Math.PI * index) / points - Math.PI / 2;
    return `${(cx + reach * Math.cos(angle)).toFixed(1)} ${(cy + reach * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}Z`;
}

interface Canvas {
  width: number;
  height: number;
  background: string;
}

/** A whole picture as an SVG document. */
export function picture({ width, height, background }: Canvas, ...pieces: string[]): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<path fill="${background}" d="M0 0h${width}v${height}H0Z"/>${pieces.join('')}</svg>`
  );
}
