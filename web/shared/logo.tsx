interface LogoProps {
  /** `colour` for light paper, `white` for the coloured top bar. */
  variant?: 'colour' | 'white' | undefined;
  /** Height in CSS pixels or any CSS length; the width follows. */
  height?: number | string | undefined;
  className?: string | undefined;
  /** The accessible name; an empty string hides the logo from screen readers when the name stands beside it. */
  title?: string | undefined;
}

// The hanamaru above the pages: nine petals and a spiral.
const petals =
  'M40.1 10.7A10.7 10.7 0 0 1 59.9 10.7A10.7 10.7 0 0 1 75.1 23.5A10.7 10.7 0 0 1 78.6 43.0A10.7 10.7 0 0 1 68.6 60.2A10.7 10.7 0 0 1 50.0 67.0A10.7 10.7 0 0 1 31.4 60.2A10.7 10.7 0 0 1 21.4 43.0A10.7 10.7 0 0 1 24.9 23.5A10.7 10.7 0 0 1 40.1 10.7Z';
const spiral = 'M50 40a4 4 0 0 1 0-8 9 9 0 0 1 0 18 14 14 0 0 1 0-28 19 19 0 0 1 19 19';
const leftPage = 'M50 69C40 60 22 57 6 60V87C22 84 40 86 50 94Z';
const rightPage = 'M50 69C60 60 78 57 94 60V87C78 84 60 86 50 94Z';
const cover = 'M50 64C40 55 20 52 0 55V93C20 89 40 91 50 100 60 91 80 89 100 93V55C80 52 60 55 50 64Z';

// The strokes of "Manabook", as wide as the spiral's.
const letters = [
  'M5 59V17L25 44 45 17V59',
  'M91 44a15 15 0 1 1-30 0 15 15 0 1 1 30 0ZM91 29V59',
  'M108 59V29M108 43a13 14 0 0 1 26 0V59',
  'M181 44a15 15 0 1 1-30 0 15 15 0 1 1 30 0ZM181 29V59',
  'M198 12V59M228 44a15 15 0 1 1-30 0 15 15 0 1 1 30 0Z',
  'M274 44a15 15 0 1 1-30 0 15 15 0 1 1 30 0Z',
  'M320 44a15 15 0 1 1-30 0 15 15 0 1 1 30 0Z',
  'M336 12V59M358 30 339 45 360 59',
].join('');

function Mark({ white }: { white: boolean }) {
  return (
    <>
      <path d={cover} fill="#232B6B" opacity={white ? 0.4 : 1} />
      <path d={petals} fill={white ? '#FFC533' : '#E8532B'} />
      <path d={spiral} fill="none" stroke={white ? '#E8532B' : '#FFFFFF'} strokeWidth="5.5" strokeLinecap="round" />
      <path d={leftPage} fill="#FFFFFF" />
      <path d={rightPage} fill={white ? '#E3F1FF' : '#DCE9F7'} />
    </>
  );
}

/** The mark alone: an open book with a hanamaru. */
export function LogoMark({ variant = 'colour', height = 40, className, title = '' }: LogoProps) {
  return (
    <svg
      viewBox="0 0 100 100"
      height={height}
      className={className}
      focusable="false"
      role={title ? 'img' : undefined}
      aria-label={title || undefined}
      aria-hidden={title ? undefined : true}
    >
      <Mark white={variant === 'white'} />
    </svg>
  );
}

/** The mark and the name, drawn as strokes so that no font is needed. */
export function Logo({ variant = 'colour', height = 40, className, title = 'Manabook' }: LogoProps) {
  const white = variant === 'white';
  return (
    <svg
      viewBox="0 0 492 100"
      height={height}
      className={className}
      focusable="false"
      role={title ? 'img' : undefined}
      aria-label={title || undefined}
      aria-hidden={title ? undefined : true}
    >
      <Mark white={white} />
      <path
        d={letters}
        transform="translate(124 18)"
        fill="none"
        stroke={white ? '#FFFFFF' : '#232B6B'}
        strokeWidth="10"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
