import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties carry a tile's colour or a spot's place into the style sheets. */
    [property: `--${string}`]: string | number | undefined;
  }
}
