import type { ReactNode } from 'react';

const petal = 'M0 -46C20 -46 34 -34 34 -18C34 -6 24 0 0 0C-24 0 -34 -6 -34 -18C-34 -34 -20 -46 0 -46Z';

function Bubble({
  x,
  y,
  tail,
  fill,
  children,
}: {
  x: number;
  y: number;
  tail: 1 | -1;
  fill: string;
  children: ReactNode;
}) {
  return (
    <g transform={`translate(${x} ${y})`} filter="url(#login-paper)">
      <path
        transform={`scale(${tail} 1)`}
        fill={fill}
        d="M-62 -44H62a20 20 0 0 1 20 20V20a20 20 0 0 1-20 20H-18L-44 66l2-26H-62A20 20 0 0 1-82 20V-24a20 20 0 0 1 20-20Z"
      />
      {children}
    </g>
  );
}

/** Cut paper in the staff's blues: a book opens, two languages and a sound rise from it into a hanamaru sun. */
export function LoginPicture() {
  return (
    <svg className="login-picture" viewBox="0 0 720 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <defs>
        <linearGradient id="login-sky" x2="0" y2="1">
          <stop offset="0" stopColor="#0a55b3" />
          <stop offset="1" stopColor="#2a93f5" />
        </linearGradient>
        <filter id="login-paper" x="-20%" y="-20%" width="140%" height="150%">
          <feDropShadow dx="0" dy="5" stdDeviation="6" floodColor="#052b66" floodOpacity=".28" />
        </filter>
      </defs>
      <path fill="url(#login-sky)" d="M0 0h720v900H0Z" />
      <g fill="#fff" opacity=".1">
        <circle cx="360" cy="330" r="250" />
        <circle cx="360" cy="330" r="350" />
      </g>
      <g transform="translate(360 330)" filter="url(#login-paper)">
        {[0, 40, 80, 120, 160, 200, 240, 280, 320].map((turn) => (
          <path key={turn} d={petal} fill="#ffc533" transform={`rotate(${turn}) translate(0 -58) scale(1.15)`} />
        ))}
        <circle r="74" fill="#ffc533" />
        <path
          d="M0 4a8 8 0 0 1 0-16 18 18 0 0 1 0 36 28 28 0 0 1 0-56 38 38 0 0 1 38 38 48 48 0 0 1-14 34"
          fill="none"
          stroke="#e8532b"
          strokeWidth="11"
          strokeLinecap="round"
        />
      </g>
      <Bubble x={165} y={230} tail={-1} fill="#ffffff">
        <text y="14" textAnchor="middle" fontSize="46" fontWeight="700" fill="#0a5fc4">
          Aa
        </text>
      </Bubble>
      <Bubble x={560} y={190} tail={1} fill="#dff1ff">
        {/* あ, in three strokes: no font is needed. */}
        <path
          d="M-21 -17C-7 -14 7 -15 20 -18M-5 -27C-7 -9 -6 7 1 17M11 -8C8 7 -6 21 -15 20-25 18 -19 2 -3 -3 12 -7 25 -1 22 10 20 18 12 22 5 23"
          fill="none"
          stroke="#232b6b"
          strokeWidth="6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </Bubble>
      <Bubble x={585} y={430} tail={1} fill="#23cc24">
        <path d="M-14 -24 26 -2-14 20Z" fill="#fff" stroke="#fff" strokeWidth="8" strokeLinejoin="round" />
      </Bubble>
      <Bubble x={140} y={460} tail={-1} fill="#f58bb0">
        <g fill="none" stroke="#fff" strokeWidth="8" strokeLinecap="round">
          <path d="M-30 -6V2M-15 -18V14M0 -26V22M15 -14V10M30 -4V0" />
        </g>
      </Bubble>
      <g filter="url(#login-paper)">
        <path fill="#1c7fe0" d="M0 660C160 590 300 640 420 620S640 560 720 600V900H0Z" />
      </g>
      <g filter="url(#login-paper)">
        <path fill="#0f6bd0" d="M0 740C140 690 240 700 360 720S600 670 720 690V900H0Z" />
      </g>
      <g filter="url(#login-paper)">
        <path
          fill="#0b3f86"
          d="M360 640C300 590 190 574 96 590V790C190 774 300 790 360 840 420 790 530 774 624 790V590C530 574 420 590 360 640Z"
        />
        <path fill="#fff" d="M360 640C306 596 206 584 122 598V772C206 760 306 772 360 818Z" />
        <path fill="#e3f1ff" d="M360 640C414 596 514 584 598 598V772C514 760 414 772 360 818Z" />
        <g fill="none" strokeWidth="9" strokeLinecap="round">
          <path stroke="#bfdcff" d="M158 634c50-6 100 0 146 20M158 668c50-6 100 0 146 20M158 702c34-4 66-2 98 6" />
          <path stroke="#9cc9ff" d="M562 634c-50-6-100 0-146 20M562 668c-50-6-100 0-146 20M562 702c-34-4-66-2-98 6" />
        </g>
      </g>
      <g filter="url(#login-paper)">
        <path fill="#0a4fa6" d="M0 830C120 796 230 812 360 838S610 806 720 820V900H0Z" />
      </g>
    </svg>
  );
}
