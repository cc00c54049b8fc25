import { paper, round, type PictureProps } from '#web/shared/art/paper.tsx';

interface Shape {
  /** Filled shapes; holes follow the even-odd rule. */
  fill?: string;
  /** Strokes with round ends. */
  line?: string;
  /** The stroke width. */
  width?: number;
  /** A second, paler shape behind the first. */
  soft?: string;
}

const square = (x: number, y: number, side: number, corner: number) => {
  const edge = side - 2 * corner;
  return `M${x + corner} ${y}h${edge}a${corner} ${corner} 0 0 1 ${corner} ${corner}v${edge}a${corner} ${corner} 0 0 1-${corner} ${corner}h-${edge}a${corner} ${corner} 0 0 1-${corner}-${corner}v-${edge}a${corner} ${corner} 0 0 1 ${corner}-${corner}Z`;
};
const finder = (x: number, y: number) => square(x, y, 15, 3.5) + square(x + 4, y + 4, 7, 1);
const heads = round(13, 38, 7, 5.5) + round(35, 34, 7, 5.5);
const beam = 'M15 12.5 42 6v8.5L15 21Z';
const stems = 'M17.5 16V37M39.5 10V33';
const lens = 'M36.5 20a15 15 0 1 1-30 0 15 15 0 1 1 30 0ZM33 32 43 42';

const shapes = {
  home: {
    fill: 'M21.5 5.5a4 4 0 0 1 5 0L43.5 20c2.5 2.2 1.5 6-1.5 6h-1v14a4 4 0 0 1-4 4H29V33a5 5 0 0 0-10 0v11H11a4 4 0 0 1-4-4V26H6c-3 0-4-3.8-1.5-6Z',
    soft: 'M33 5h5.5a1.5 1.5 0 0 1 1.5 1.5V22H33Z',
  },
  back: { line: 'M15 7 6 16l9 9M8 16H29a11.5 11.5 0 0 1 0 23H17', width: 6 },
  next: { line: 'M17 8 33 24 17 40', width: 8 },
  previous: { line: 'M31 8 15 24 31 40', width: 8 },
  play: {
    fill: 'M12 8.5c0-3.5 3.5-5.5 6.5-3.7l23 15.4c2.7 1.8 2.7 5.8 0 7.6l-23 15.4C15.5 45 12 43 12 39.5Z',
  },
  pause: {
    fill: 'M13 7h4a4 4 0 0 1 4 4V37a4 4 0 0 1-4 4H13a4 4 0 0 1-4-4V11a4 4 0 0 1 4-4ZM31 7h4a4 4 0 0 1 4 4V37a4 4 0 0 1-4 4H31a4 4 0 0 1-4-4V11a4 4 0 0 1 4-4Z',
  },
  'step-back': { line: 'M22 10 8 24 22 38M40 10 26 24 40 38', width: 7 },
  part: { line: 'M12 31V21a8 8 0 0 1 8-8H38M31 6l8 7-8 7M36 17V27a8 8 0 0 1-8 8H10M17 42 9 35l8-7', width: 5 },
  stop: { fill: square(8, 8, 32, 6) },
  'play-all': {
    line: 'M6 9H32M6 21H18M6 33H18',
    width: 5,
    fill: 'M25 20.5c0-2.6 2.7-4.2 5-2.8l14 9c2 1.3 2 4.3 0 5.6l-14 9c-2.3 1.4-5-.2-5-2.8Z',
  },
  slow: {
    fill:
      'M5 31C5 17 13 10 21 10S37 17 37 31ZM21 15 28 20 26 27H16L14 20Z' +
      'M38 33V24c0-9 9-8 9 0 0 5-3 9-9 9ZM42.5 20.5a1.5 1.5 0 1 0 .01 0Z',
    soft: 'M3 29H38v4a2 2 0 0 1-2 2h-1.5v4a2 2 0 0 1-2 2H28a2 2 0 0 1-2-2v-4H16v4a2 2 0 0 1-2 2H9.5a2 2 0 0 1-2-2v-4H5a2 2 0 0 1-2-2Z',
  },
  book: {
    fill: 'M22.5 13C17 8.5 10 7.5 3 8.5V36c7-1 14 0 19.5 4.5ZM25.5 13C31 8.5 38 7.5 45 8.5V36c-7-1-14 0-19.5 4.5Z',
  },
  headphones: {
    line: 'M8 32V25a16 16 0 0 1 32 0v7',
    width: 5,
    fill: 'M9 27h4a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H10a6 6 0 0 1-6-6V32a5 5 0 0 1 5-5ZM39 27H35a4 4 0 0 0-4 4v8a4 4 0 0 0 4 4h3a6 6 0 0 0 6-6V32a5 5 0 0 0-5-5Z',
  },
  music: { fill: heads + beam, line: stems, width: 5 },
  video: {
    fill: 'M9 8H39a6 6 0 0 1 6 6V34a6 6 0 0 1-6 6H9a6 6 0 0 1-6-6V14A6 6 0 0 1 9 8ZM19 17.5V30.5a1.5 1.5 0 0 0 2.3 1.3l10-6.5a1.5 1.5 0 0 0 0-2.6l-10-6.5A1.5 1.5 0 0 0 19 17.5Z',
  },
  game: {
    fill:
      'M15 12H33C41 12 46 22 46 31 46 40 39 40 35 34 33 31 32 31 30 31H18c-2 0-3 0-5 3C9 40 2 40 2 31 2 22 7 12 15 12Z' +
      'M13.5 16.5v3.5H10v4h3.5v3.5h4V24H21V20H17.5V16.5Z' +
      round(30.5, 24, 2.5) +
      round(36.5, 19, 2.5),
  },
  camera: {
    fill:
      'M17 9.5A4 4 0 0 1 20.4 7.5h7.2A4 4 0 0 1 31 9.5L32.8 13H40a5 5 0 0 1 5 5V37a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V18a5 5 0 0 1 5-5h7.2Z' +
      'M24 17a10 10 0 1 0 .01 0Z' +
      round(24, 27, 5.5),
  },
  'film-camera': {
    fill: square(3, 12, 28, 6) + 'M34 21 43 14.5A1.7 1.7 0 0 1 45.5 16V36A1.7 1.7 0 0 1 43 37.5L34 31Z',
  },
  microphone: {
    fill: 'M24 3a8.5 8.5 0 0 1 8.5 8.5v11a8.5 8.5 0 0 1-17 0v-11A8.5 8.5 0 0 1 24 3Z',
    line: 'M9 22a15 15 0 0 0 30 0M24 37v7M17 44.5H31',
    width: 4.5,
  },
  again: { line: 'M39 15A17.5 17.5 0 1 0 41.5 26M40.5 5.5V16H30', width: 6 },
  send: {
    fill: 'M3.5 24.5C2 23.8 2 21.7 3.6 21L42 4.6c1.5-.6 3 .8 2.5 2.4L34.8 41c-.5 1.6-2.5 2.1-3.7 1L22.5 34 17 41.6c-1 1.4-3 .8-3.1-.9L13.2 30 31 16.5 10 27.6Z',
  },
  question: { line: 'M15.5 17a8.7 8.7 0 1 1 13.4 7.3C25.5 26.6 24 28 24 32', width: 6, fill: round(24, 41, 3.8) },
  lock: {
    fill: 'M12 21H36a5 5 0 0 1 5 5V39a5 5 0 0 1-5 5H12a5 5 0 0 1-5-5V26a5 5 0 0 1 5-5ZM24 27.5a3.5 3.5 0 0 0-1.8 6.5V38.5h3.6V34a3.5 3.5 0 0 0-1.8-6.5Z',
    line: 'M15 21V15a9 9 0 0 1 18 0v6',
    width: 5,
  },
  plug: { fill: 'M11 16H37V24a13 13 0 0 1-26 0Z', line: 'M18 5V16M30 5V16M24 37V45', width: 5.5 },
  waiting: { fill: round(9, 24, 5) + round(24, 24, 5) + round(39, 24, 5) },
  wall: {
    fill:
      'M7 13H35a4 4 0 0 1 4 4V38a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V17a4 4 0 0 1 4-4ZM8 37H34L25.5 25 20 32 15.5 27Z' +
      round(13, 21, 3),
    soft: 'M13 5H42a4 4 0 0 1 4 4V31a4 4 0 0 1-4 4H41V17a6 6 0 0 0-6-6H9V9a4 4 0 0 1 4-4Z',
  },
  like: {
    fill: 'M6 21h6a2 2 0 0 1 2 2V41a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V23a2 2 0 0 1 2-2ZM17 22 24 6.5c.7-1.6 2.2-2.3 3.9-1.9 3.9 1 5.3 4.6 4.2 8.4L30.5 18.5H39a5.2 5.2 0 0 1 5.1 6.3L41.3 38.4A5.6 5.6 0 0 1 35.8 43H22a5 5 0 0 1-5-5Z',
  },
  heart: {
    fill: 'M24 43C9.5 32.5 3.5 25.5 3.5 16.8A11.2 11.2 0 0 1 24 11.3a11.2 11.2 0 0 1 20.5 5.5C44.5 25.5 38.5 32.5 24 43Z',
  },
  sad: {
    line: 'M24 5A19 19 0 1 0 24 43A19 19 0 1 0 24 5M16 34C19 28.5 29 28.5 32 34',
    width: 5,
    fill: round(17, 20, 3.6) + round(31, 20, 3.6),
  },
  flag: { line: 'M10 6V44', width: 5, fill: 'M14 7C22 2 28 12 41 6.5A1.5 1.5 0 0 1 43 8V26C30 33 24 22 14 27Z' },
  plus: { line: 'M24 8V40M8 24H40', width: 8 },
  minus: { line: 'M8 24H40', width: 8 },
  'zoom-in': { line: `${lens}M21.5 14V26M15.5 20h12`, width: 5 },
  'zoom-out': { line: `${lens}M15.5 20h12`, width: 5 },
  check: { line: 'M7 25 18.5 37 41 11', width: 8 },
  close: { line: 'M11 11 37 37M37 11 11 37', width: 8 },
  trash: {
    fill: 'M9 16H39L36.5 40a5 5 0 0 1-5 4.5H16.5a5 5 0 0 1-5-4.5ZM17 22 18 38h3.5L21 22ZM27 22 26.5 38H30L31 22Z',
    line: 'M7 11H41M18 10a6 6 0 0 1 12 0',
    width: 4.5,
  },
  globe: {
    line: 'M24 5a19 19 0 1 1-.01 0ZM24 5c11 10 11 28 0 38-11-10-11-28 0-38ZM6.5 18h35M6.5 30h35',
    width: 4,
  },
  qr: {
    fill:
      finder(4, 4) +
      finder(29, 4) +
      finder(4, 29) +
      'M22 5h4v9H22ZM22 18h8v4H26v6H22ZM34 22h5v4H34ZM5 22h9v4H5ZM17 24h4v4H17ZM29 29h6v5H29ZM38 29h6v6H38ZM29 38h6v6H29ZM38 38h6v6H38ZM22 32h4v12H22Z',
  },
  speaker: {
    fill: 'M5 17h8L24 7.5A1.8 1.8 0 0 1 27 9V39a1.8 1.8 0 0 1-3 1.5L13 31H5a2 2 0 0 1-2-2V19a2 2 0 0 1 2-2Z',
    line: 'M33.5 18a9 9 0 0 1 0 12M39 11.5a18 18 0 0 1 0 25',
    width: 4.5,
  },
  list: { line: 'M19 11H42M19 24H42M19 37H42', width: 6, fill: round(8, 11, 4) + round(8, 24, 4) + round(8, 37, 4) },
  'music-on': { fill: heads + beam, line: stems, width: 5 },
  'music-off': { soft: heads + beam + 'M15 16h5V37h-5ZM37 10h5V33h-5Z', line: 'M6 6 43 43', width: 5.5 },
  key: {
    fill: 'M15 12a12 12 0 0 1 11.6 9H43a3 3 0 0 1 3 3v8a3 3 0 0 1-6 0V27H36v3a3 3 0 0 1-6 0V27H26.6A12 12 0 1 1 15 12ZM14 20a4 4 0 1 0 .01 0Z',
  },
} satisfies Record<string, Shape>;

export type IconName = keyof typeof shapes;

interface IconProps extends PictureProps {
  name: IconName;
}

/** A large icon in the colour of the surrounding text, so that it has the text's contrast on any button. */
export function Icon({ name, title, size = 40, className }: IconProps) {
  const { fill, line, width, soft }: Shape = shapes[name];
  const strip = { fill: 'none', strokeWidth: width, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
  return (
    <svg
      viewBox="0 0 48 48"
      width={size}
      height={size}
      className={className}
      focusable="false"
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
      overflow="visible"
    >
      <g transform="translate(0 1.5)" opacity=".16" fill={paper.ink} stroke="none">
        {fill && <path d={fill} fillRule="evenodd" />}
        {line && <path {...strip} stroke={paper.ink} d={line} />}
      </g>
      {soft && <path d={soft} fill="currentColor" opacity=".5" />}
      {fill && <path d={fill} fill="currentColor" fillRule="evenodd" />}
      {line && <path {...strip} d={line} stroke="currentColor" />}
    </svg>
  );
}
