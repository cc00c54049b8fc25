import { at, cut, paper, round, strip, twin } from './svg.ts';

type Ears = 'pointed' | 'round' | 'long' | 'floppy' | 'none';

interface Critter {
  fur: string;
  ears: Ears;
  /** The inside of the ears, or the whole ear when it hangs. */
  earInside?: string;
  muzzle?: string;
  belly?: string;
  nose?: string;
  /** Dark patches around the eyes. */
  patches?: string;
  /** Pieces laid over the face, such as whiskers. */
  extra?: string;
}

const whiskers = twin(strip(paper.ink, 3, 'M62-6 96-14M62 6 96 10'));

export const critters = {
  cat: {
    fur: paper.orange,
    ears: 'pointed',
    earInside: paper.peach,
    muzzle: paper.cream,
    belly: paper.cream,
    nose: paper.persimmon,
    extra: whiskers,
  },
  dog: { fur: paper.sand, ears: 'floppy', earInside: paper.bark, muzzle: paper.white, belly: paper.white },
  rabbit: { fur: paper.white, ears: 'long', earInside: paper.peach, belly: '#FCE8EE', nose: paper.persimmon },
  bear: { fur: paper.bark, ears: 'round', earInside: paper.sand, muzzle: paper.sand, belly: paper.sand },
  panda: { fur: paper.white, ears: 'round', earInside: paper.ink, patches: paper.ink, belly: '#EEF3FA' },
  mouse: {
    fur: paper.stone,
    ears: 'round',
    earInside: paper.sakura,
    belly: paper.white,
    nose: paper.sakura,
    extra: whiskers,
  },
  frog: { fur: paper.leaf, ears: 'none', muzzle: '#8ED7A8', belly: '#8ED7A8', nose: paper.leaf },
} as const satisfies Record<string, Critter>;

const earShapes: Record<Ears, (fur: string, inside: string) => string> = {
  pointed: (fur, inside) =>
    twin(cut(fur, 'M20-62 66-108Q76-116 78-102L84-20Z', 3), cut(inside, 'M42-62 66-90 70-46Z', 0)),
  round: (fur, inside) =>
    twin(cut(inside === paper.ink ? inside : fur, round(62, -64, 32), 3), cut(inside, round(61, -62, 18), 0)),
  long: (fur, inside) =>
    twin(
      cut(fur, 'M8-56C6-110 20-176 46-176 74-176 70-104 48-48Z', 3),
      cut(inside, 'M22-64C20-104 30-154 44-154 60-154 56-104 40-60Z', 0),
    ),
  floppy: (_fur, inside) => twin(cut(inside, 'M36-82C84-104 122-66 114-4 110 36 80 42 70 10 62-26 60-54 36-82Z', 5)),
  none: () => '',
};

/** A face around 0,0, about 180 wide. */
export function critterHead({
  fur,
  ears,
  earInside = fur,
  muzzle,
  nose = paper.ink,
  patches,
  extra = '',
}: Critter): string {
  const bumps = ears === 'none';
  const eyes = bumps
    ? twin(
        cut(fur, round(46, -68, 32), 0),
        cut(paper.white, round(46, -70, 21), 2),
        cut(paper.ink, round(44, -68, 11), 0),
      )
    : twin(cut(paper.ink, round(36, -10, 9, 11), 0), cut(paper.white, round(38, -14, 3.4), 0));
  const behind = ears === 'floppy' ? '' : earShapes[ears](fur, earInside);
  const before = ears === 'floppy' ? earShapes.floppy(fur, earInside) : '';
  return (
    behind +
    cut(fur, round(0, 0, 92, 78), 6) +
    before +
    (patches
      ? twin(cut(patches, 'M24-34C50-44 68-22 62 2 56 22 34 18 24 0 16-14 14-28 24-34Z', 0)) +
        twin(cut(paper.white, round(38, -8, 11), 0))
      : '') +
    (muzzle && !bumps ? cut(muzzle, round(0, 30, 42, 32), 3) : '') +
    (muzzle && bumps ? cut(muzzle, 'M-88 16Q0 56 88 16A92 78 0 0 1-88 16Z', 0) : '') +
    eyes +
    twin(cut(paper.sakura, round(60, 22, 13, 9), 0)) +
    extra +
    (bumps
      ? strip(paper.ink, 6, 'M-76 14Q0 56 76 14')
      : strip(paper.ink, 5, 'M0 26V36Q-12 48-24 40M0 36Q12 48 24 40') + cut(nose, round(0, 18, 13, 9), 0))
  );
}

/** A sitting animal, feet on y = 0, about 330 tall (more with long ears); `waving` lifts its left paw. */
export function critter(look: Critter, waving = false): string {
  const limb = look.patches ?? look.fur;
  return (
    cut(look.fur, 'M0-190C70-190 96-90 92-40 90-6 60 0 0 0-60 0-90-6-92-40-96-90-70-190 0-190Z', 5) +
    cut(look.belly ?? look.fur, round(0, -66, 56, 62), 0) +
    cut(limb, round(-50, -12, 42, 20), 4) +
    cut(limb, round(50, -12, 42, 20), 4) +
    at({ x: 62, y: -120, turn: waving ? -142 : 18 }, cut(limb, arm, 4)) +
    at({ x: -62, y: -120, turn: -18, flip: true }, cut(limb, arm, 4)) +
    at({ x: 0, y: -232 }, critterHead(look))
  );
}

// An arm that hangs down from its shoulder at 0,0.
const arm = 'M-20-10a20 20 0 0 1 40 0V62a20 20 0 0 1-40 0Z';
