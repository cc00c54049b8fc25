const cloud = 'M30 62a24 24 0 0 1-2-48A36 36 0 0 1 94 8a30 30 0 0 1 22 54Z';

/** Paper clouds at the top of every page. */
export function Clouds() {
  return (
    <svg className="page-clouds" width="100%" height="420" focusable="false" aria-hidden>
      <g fill="#fff" opacity=".75">
        <path d={cloud} transform="translate(-30 118) scale(1.3)" />
        <svg x="72%" y="0" overflow="visible">
          <path d={cloud} transform="translate(0 96) scale(1.7)" />
        </svg>
        <svg x="46%" y="0" overflow="visible">
          <path d={cloud} transform="translate(0 24) scale(.9)" />
        </svg>
        <svg x="18%" y="0" overflow="visible">
          <path d={cloud} transform="translate(0 300) scale(.8)" />
        </svg>
        <svg x="92%" y="0" overflow="visible">
          <path d={cloud} transform="translate(0 330) scale(1.1)" />
        </svg>
      </g>
    </svg>
  );
}
