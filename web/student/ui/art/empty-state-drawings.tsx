import { Cut, flower, Frame, paper, round, Strip, type PictureProps } from '#web/shared/art/paper.tsx';

/** Empty: a fox asleep on a cushion. */
export function SleepingFox({ size = 240, ...rest }: PictureProps) {
  return (
    <Frame shape="wide" size={size} {...rest}>
      <Cut fill={paper.grape} d="M44 132H196C222 132 226 168 200 168H40C14 168 18 132 44 132Z" lift={4} />
      <path fill={paper.white} opacity=".16" d="M44 132H196C206 132 213 138 215 146H25C27 138 34 132 44 132Z" />
      <Cut fill="#DD6A2C" d="M54 138C40 84 84 48 132 50 184 52 206 92 190 138Z" lift={3} />
      <Cut
        fill={paper.orange}
        d="M206 134C224 96 200 70 182 74 196 92 184 112 150 120 120 126 112 150 140 150 176 152 198 150 206 134Z"
        lift={3}
      />
      <Cut
        fill={paper.white}
        d="M150 120C120 126 112 150 140 150 148 150 156 150 163 150 152 142 148 132 150 120Z"
        lift={0}
      />
      <Cut fill={paper.orange} d="M34 108 32 76Q33 70 39 74L66 92ZM112 108 114 76Q113 70 107 74L80 92Z" lift={2} />
      <path fill="#4B3A57" d="M39 94 38 81 52 90ZM107 94 108 81 94 90Z" />
      <Cut
        fill={paper.orange}
        d="M73 88C94 88 112 94 113 112 112 130 90 140 79 148Q73 153 67 148C56 140 34 130 33 112 34 94 52 88 73 88Z"
        lift={3}
      />
      <path
        fill={paper.white}
        d="M33 112C46 109 67 122 73 151Q70 151 67 148C56 140 34 130 33 112ZM113 112C100 109 79 122 73 151Q76 151 79 148C90 140 112 130 113 112Z"
      />
      <Strip d="M46 114q6 6 12 0M88 114q6 6 12 0" width={3} />
      <path fill={paper.ink} d={round(73, 145, 6, 4.8)} />
      <Strip d="M134 22H149L134 39H149" colour={paper.water} width={4} />
      <Strip d="M162 4H181L162 25H181" colour={paper.water} width={5} />
      <Strip d="M115 34H125L115 45H125" colour={paper.water} width={3} />
    </Frame>
  );
}

/** Not found: an owl with a map. */
export function LostOwl({ size = 240, ...rest }: PictureProps) {
  return (
    <Frame shape="wide" size={size} {...rest}>
      <path fill={paper.ice} d={round(120, 92, 88)} opacity=".7" />
      <Cut
        fill="#B97A45"
        d="M76 20C88 28 102 30 120 30 138 30 152 28 164 20 166 44 168 60 168 84V172H72V84C72 60 74 44 76 20Z"
        lift={3}
      />
      <Cut fill={paper.cream} d={round(98, 64, 24) + round(142, 64, 24)} lift={2} />
      <path fill={paper.sun} d={round(99, 64, 16) + round(141, 64, 16)} />
      <path fill={paper.ink} d={round(99, 71, 8.5) + round(141, 71, 8.5)} />
      <path fill={paper.white} d={round(102, 68, 2.8) + round(144, 68, 2.8)} />
      <Strip d="M80 43 104 35M160 43 136 35" colour="#7C4A2B" width={5} />
      <Cut fill={paper.persimmon} d="M111 76Q120 71 129 76 126 90 120 96 114 90 111 76Z" lift={2} />
      <Cut fill={paper.white} d="M48 108 84 116V178L48 170Z" lift={2} />
      <Cut fill="#DDF0E4" d="M84 116 120 108V170L84 178Z" lift={2} />
      <Cut fill={paper.white} d="M120 108 156 116V178L120 170Z" lift={2} />
      <Cut fill="#DDF0E4" d="M156 116 192 108V170L156 178Z" lift={2} />
      <path fill={paper.leaf} opacity=".55" d="M48 150 84 140V178L48 170ZM156 150 192 128V170L156 178Z" />
      <path fill={paper.water} opacity=".6" d="M84 158 120 140V150L84 168ZM120 140 156 128V138L120 150Z" />
      <path
        d="M62 130Q84 118 102 128T146 160"
        fill="none"
        stroke={paper.ink}
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray="1 8"
      />
      <Strip d="M148 150 164 164M164 150 148 164" colour={paper.persimmon} width={5} />
      <Cut
        fill="#9C6336"
        d="M44 122C60 112 74 122 72 138 62 146 46 142 44 122ZM196 122C180 112 166 122 168 138 178 146 194 142 196 122Z"
        lift={2}
      />
    </Frame>
  );
}

/** No connection: a sleepy cloud with a loose plug. */
export function OfflineCloud({ size = 240, ...rest }: PictureProps) {
  return (
    <Frame shape="wide" size={size} {...rest}>
      <path fill={paper.sun} d={flower(178, 52, 30, 11)} />
      <Cut fill={paper.white} d="M66 122A34 34 0 0 1 62 54.5 46 46 0 0 1 148 42 38 38 0 0 1 186 122Z" lift={4} />
      <Cut
        fill={paper.ice}
        d="M66 122A34 34 0 0 1 35.8 100C90 109 150 109 207.5 100A44.3 44.3 0 0 1 186 122Z"
        lift={0}
      />
      <Strip d="M92 84q7 7 14 0M142 84q7 7 14 0" width={3.5} />
      <Strip d="M118 96q6 5 12 0" width={3} />
      <path fill={paper.sakura} d={round(84, 96, 7, 5) + round(164, 96, 7, 5)} />
      <Strip d="M124 124C124 146 84 138 84 154" colour={paper.ink} width={4} />
      <Cut fill={paper.persimmon} d="M72 152H96V160a12 12 0 0 1-24 0Z" lift={2} />
      <Strip d="M79 172v5M89 172v5" colour={paper.ink} width={4} />
      <Strip d="M156 136v10M178 132v10M140 154v8M168 156v10" colour={paper.water} width={4} />
    </Frame>
  );
}
