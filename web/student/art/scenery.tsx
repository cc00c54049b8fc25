import { Cut, paper, round } from '#web/shared/art/paper.tsx';

interface PlaceProps {
  x: number;
  y: number;
  scale?: number;
}

function Tree({ x, y, scale = 1, fill = paper.leaf }: PlaceProps & { fill?: string }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path fill={paper.bark} d="M-4-30H4L6 4H-6Z" />
      <Cut fill={fill} d={round(0, -58, 32, 36)} lift={3} />
      <path fill={paper.white} opacity=".2" d="M0-94a32 36 0 0 0 0 72Z" />
    </g>
  );
}

function Fir({ x, y, scale = 1 }: PlaceProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path fill={paper.bark} d="M-4-12H4V4H-4Z" />
      <Cut fill="#2B8F6B" d="M0-66 30-10Q0 0-30-10Z" lift={3} />
      <Cut fill="#38A67C" d="M0-96 23-46Q0-38-23-46Z" lift={3} />
    </g>
  );
}

function School({ x, y }: PlaceProps) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path fill={paper.ink} opacity=".5" d="M-1.5-146h3v34h-3Z" />
      <path fill={paper.sun} d="M1.5-146 30-137 1.5-128Z" />
      <Cut fill={paper.cream} d="M-92-52H92V4H-92Z" lift={-3} />
      <Cut fill={paper.persimmon} d="M-100-52-88-68H88L100-52Z" lift={3} />
      <Cut fill={paper.white} d="M-30-84H30V4H-30Z" lift={0} />
      <Cut fill={paper.persimmon} d="M-38-82 0-114 38-82Z" lift={3} />
      <path fill={paper.sun} d={round(0, -62, 13)} />
      <path fill="none" stroke={paper.ink} strokeWidth="2.5" strokeLinecap="round" d="M0-70v8l5 4" />
      <path fill={paper.bark} d="M-11 4v-24a11 11 0 0 1 22 0V4Z" />
      <path fill={paper.water} opacity=".75" d="M-80-38h16v20h-16ZM-56-38h16v20h-16ZM40-38h16v20H40ZM64-38h16v20H64Z" />
    </g>
  );
}

function House({ x, y, roof }: PlaceProps & { roof: string }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path fill={paper.bark} d="M14-78h11v26H14Z" />
      <Cut fill={paper.white} d="M-32-42H32V4H-32Z" lift={-3} />
      <Cut fill={roof} d="M-42-40 0-76 42-40Z" lift={3} />
      <path fill={paper.sun} d="M-21-28h16v16h-16Z" />
      <path fill={paper.bark} d="M7 4v-30h15V4Z" />
    </g>
  );
}

/**
 * Layered paper hills for the foot of a page: give it a width and a height by class name and it fills them.
 * The school and the houses stand in the middle, which is what a phone shows of it.
 */
export function Scenery({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 1920 360"
      preserveAspectRatio="xMidYMax slice"
      className={className}
      width="100%"
      height="100%"
      focusable="false"
      aria-hidden
    >
      <Cut
        fill="#C6E4F6"
        d="M0 176C170 70 390 70 580 158 740 60 960 30 1170 132 1350 62 1640 40 1920 150V360H0Z"
        lift={0}
      />
      <Cut
        fill="#B4E3CD"
        d="M0 232C240 130 480 140 720 214 980 130 1260 110 1500 190 1650 150 1800 150 1920 180V360H0Z"
        lift={-3}
      />
      <Fir x={212} y={174} scale={0.7} />
      <Fir x={262} y={170} scale={0.9} />
      <Fir x={1600} y={172} scale={0.9} />
      <Fir x={1652} y={168} scale={0.65} />
      <Fir x={606} y={190} scale={0.6} />
      <House x={1250} y={146} roof={paper.grape} />
      <Tree x={1322} y={150} scale={0.6} fill="#5DBB8A" />
      <Cut fill="#8FD2AC" d="M0 270C300 230 500 190 820 214 1160 240 1460 290 1920 224V360H0Z" lift={-3} />
      <Tree x={470} y={228} scale={0.8} />
      <House x={566} y={216} roof={paper.water} />
      <School x={860} y={216} />
      <Tree x={1000} y={228} scale={0.9} fill={paper.sakura} />
      <Tree x={1060} y={234} scale={0.65} fill="#F7A9C4" />
      <Tree x={1470} y={256} fill="#3FAE7C" />
      <Tree x={120} y={256} scale={0.9} fill="#3FAE7C" />
      <Cut fill="#6CC394" d="M0 320C420 250 800 330 1180 312 1500 296 1700 270 1920 292V360H0Z" lift={-3} />
      <path
        fill={paper.cream}
        opacity=".75"
        d="M846 220C836 250 900 270 880 296 862 322 760 330 730 360H900C900 334 960 316 950 286 942 262 872 250 876 220Z"
      />
    </svg>
  );
}
