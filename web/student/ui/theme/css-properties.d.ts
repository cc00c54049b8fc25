import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties pass a tile's colour or a spot's position to the style sheets. */
    [property: `--${string}`]: string | number | undefined;
  }
}
