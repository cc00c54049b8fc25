import type { ReactNode } from 'react';
import { Cut, Frame, paper, round, Strip, type PictureProps } from '#web/shared/art/paper.tsx';

/** The types of a content, by their names in the schema. */
export type PlayableType = 'READ' | 'MUSIC' | 'VIDEO' | 'GAME' | 'PUSH_AND_LISTEN' | 'RECORD';

/** The colour of each type, on tiles and buttons. */
export const contentTypeColours: Record<PlayableType, string> = {
  READ: paper.water,
  MUSIC: paper.grape,
  VIDEO: paper.persimmon,
  GAME: paper.leaf,
  PUSH_AND_LISTEN: paper.sun,
  RECORD: paper.sakura,
};

const pictures: Record<PlayableType, ReactNode> = {
  READ: (
    <>
      <Cut fill={paper.ink} d="M50 32C40 23 26 22 13 24V78C26 76 40 77 50 85 60 77 74 76 87 78V24C74 22 60 23 50 32Z" />
      <Cut fill={paper.white} d="M50 30C41 21 29 19 18 20V71C29 70 41 71 50 80Z" lift={0} />
      <Cut fill="#E4EFFA" d="M50 30C59 21 71 19 82 20V71C71 70 59 71 50 80Z" lift={0} />
      <Cut fill={paper.sun} d={round(34, 38, 8.5)} lift={0} />
      <Strip d="M25 57q10-1 18 3M58 38q8-4 17-4M58 49q8-4 17-4M58 60q8-4 17-4" colour={paper.ice} width={4} />
    </>
  ),
  MUSIC: (
    <>
      <path fill={paper.white} opacity=".14" d={round(50, 50, 38)} />
      <Cut fill={paper.white} d="M37 30 78 19V66H71V37L44 44V74H37Z" />
      <Cut fill={paper.sun} d={round(33, 74, 13, 10)} />
      <Cut fill={paper.sakura} d={round(67, 66, 13, 10)} />
    </>
  ),
  VIDEO: (
    <>
      <Cut fill={paper.white} d="M21 30H79a7 7 0 0 1 7 7V73a7 7 0 0 1-7 7H21a7 7 0 0 1-7-7V37a7 7 0 0 1 7-7Z" />
      <Strip d="M36 14 50 29 64 14" colour={paper.white} width={4.5} />
      <Cut fill={paper.ink} d="M25 37H75a4 4 0 0 1 4 4V69a4 4 0 0 1-4 4H25a4 4 0 0 1-4-4V41a4 4 0 0 1 4-4Z" lift={0} />
      <Cut
        fill={paper.sun}
        d="M43 45.5c0-2 2.2-3.3 4-2.3l14.5 9.5c1.5 1 1.5 3.2 0 4.2L47 66.5c-1.8 1-4-.2-4-2.2Z"
        lift={0}
      />
    </>
  ),
  GAME: (
    <>
      <Cut
        fill={paper.white}
        d="M32 29H68C83 29 91 50 91 66 91 82 78 82 71 73 67 67 65 66 61 66H39c-4 0-6 1-10 7C22 82 9 82 9 66 9 50 17 29 32 29Z"
      />
      <Cut fill={paper.ink} d="M31 38h7v6h6v7H38v6H31V51H25V44h6Z" lift={0} />
      <Cut fill={paper.persimmon} d={round(62, 53, 5)} lift={0} />
      <Cut fill={paper.sun} d={round(73, 47, 5)} lift={0} />
      <Cut fill={paper.water} d={round(62, 41, 5)} lift={0} />
    </>
  ),
  PUSH_AND_LISTEN: (
    <>
      <Strip d="M26 45a26 26 0 0 1 48 0M15 38a38 38 0 0 1 70 0" colour={paper.white} width={5} />
      <Cut fill={paper.persimmon} d={round(50, 52, 20, 17)} lift={4} />
      <Cut fill={paper.cream} d="M44 50a6 6 0 0 1 12 0V66c8 0 22 1 22 11V100H36c-6-8-14-17-14-22 0-6 7-7 11-3l11 9Z" />
      <Strip d="M57 67v10M67 69v9" colour={paper.sand} width={2.5} />
    </>
  ),
  RECORD: (
    <>
      <Strip d="M26 46a24 24 0 0 0 48 0M50 71V84M37 85H63" colour={paper.ink} width={6} />
      <Cut fill={paper.white} d="M50 11a16 16 0 0 1 16 16V46a16 16 0 0 1-32 0V27A16 16 0 0 1 50 11Z" />
      <Cut fill={paper.persimmon} d="M34 38H66v8a16 16 0 0 1-32 0Z" lift={0} />
      <Strip d="M43 22H57M43 30H57" colour={paper.sakura} width={3} />
      <Strip d="M25 20q-7 10 0 20M14 14q-11 16 0 32M75 20q7 10 0 20M86 14q11 16 0 32" colour={paper.white} width={4} />
    </>
  ),
};

interface ContentTypePictureProps extends PictureProps {
  type: PlayableType;
}

/** The picture of a content's type on a coloured card. */
export function ContentTypePicture({ type, size = 80, ...rest }: ContentTypePictureProps) {
  return (
    <Frame shape="square" size={size} {...rest}>
      <rect width="100" height="100" rx="24" fill={contentTypeColours[type]} />
      {pictures[type]}
    </Frame>
  );
}
