import type { ReactNode } from 'react';

/** All colours of the students' pictures. */
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
  cream: '#FFF3DF',
  sand: '#F3CF9B',
  bark: '#8C5A3C',
  orange: '#F0803C',
  peach: '#FFB89F',
  lime: '#C9EC84',
  ice: '#A3DDF7',
  stone: '#A5B8D6',
} as const;

export interface PictureProps {
  /** The accessible name; without it the picture is decorative and hidden from screen readers. */
  title?: string | undefined;
  /** Width in CSS pixels or any CSS length; height follows the picture's own shape. */
  size?: number | string | undefined;
  className?: string | undefined;
}

interface FrameProps extends PictureProps {
  /** `square` is drawn on 100 x 100, `wide` on 240 x 180. */
  shape: 'square' | 'wide';
  children: ReactNode;
}

/** The svg element around every picture, with its accessible name or none. */
export function Frame({ title, size, className, shape, children }: FrameProps) {
  return (
    <svg
      viewBox={shape === 'square' ? '0 0 100 100' : '0 0 240 180'}
      width={size}
      height={shape === 'square' ? size : undefined}
      className={className}
      focusable="false"
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
    >
      {children}
    </svg>
  );
}

interface CutProps {
  fill: string;
  d: string;
  /**
   * The height of the sheet above the one below, as the length of its shadow. 0: no shadow; below 0: the shadow is cast
   * upwards.
   */
  lift?: number | undefined;
  /** Adds a second piece, mirrored about x = 50. */
  twin?: boolean | undefined;
}

/** A shape with a short shadow, made by an offset copy, since older Safari ignores filters inside SVG. */
export function Cut({ fill, d, lift = 1.4, twin = false }: CutProps) {
  const piece = (
    <>
      {lift !== 0 && <path d={d} fill={paper.ink} opacity=".17" transform={`translate(0 ${lift})`} />}
      <path d={d} fill={fill} />
    </>
  );
  return twin ? (
    <>
      {piece}
      <g transform="matrix(-1 0 0 1 100 0)">{piece}</g>
    </>
  ) : (
    piece
  );
}

interface StrokeProps {
  d: string;
  colour?: string | undefined;
  width?: number | undefined;
}

/** A thin stroke, for mouths, whiskers and stems. */
export function Strip({ d, colour = paper.ink, width = 2.4 }: StrokeProps) {
  return <path d={d} fill="none" stroke={colour} strokeWidth={width} strokeLinecap="round" strokeLinejoin="round" />;
}

/** Path of an ellipse (a circle when `ry` is left out). */
export function round(cx: number, cy: number, rx: number, ry: number = rx): string {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0Z`;
}

/** Path of a flower: `count` round petals whose valleys lie `radius` from the centre. */
export function flower(cx: number, cy: number, radius: number, count: number): string {
  const chord = 2 * radius * Math.sin(Math.PI / count);
  const petal = (chord * 0.54).toFixed(2);
  const corner = (index: number) => {
    const angle = (2 * Math.PI * index) / count - Math.PI / 2 - Math.PI / count;
    return `${(cx + radius * Math.cos(angle)).toFixed(2)} ${(cy + radius * Math.sin(angle)).toFixed(2)}`;
  };
  const petals = Array.from({ length: count }, (_, index) => `A${petal} ${petal} 0 0 1 ${corner(index + 1)}`);
  return `M${corner(0)}${petals.join('')}Z`;
}
