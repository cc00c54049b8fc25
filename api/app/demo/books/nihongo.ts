import { ContentType } from '#schema/rest/enumerations.ts';
import type { BookPlan } from './plan.ts';

const { READ, MUSIC, GAME, PUSH_AND_LISTEN, RECORD } = ContentType;

export const nihongo: BookPlan = {
  key: 'nihongo',
  name: 'にほんごだいすき 1',
  shortCode: 'NIHON1',
  description: 'はじめての にほんご。ひらがなと たべものの ことばを、うたって、きいて、おぼえます。',
  lessons: [
    {
      title: '第1課',
      name: 'あいうえお',
      description: 'えを おして、おとを きいてみましょう。',
      languageFocus: 'これは なんですか。— あひるです。',
      phonics: 'あ・い・う・え・お',
      contents: [
        { type: PUSH_AND_LISTEN, pageNumber: 2, name: 'あいうえお', page: 'nihon-2' },
        { type: READ, pageNumber: 3, name: 'あいうえおの うた', page: 'nihon-3' },
        {
          type: RECORD,
          pageNumber: 3,
          name: '「あ」と いってみよう',
          description: 'おてほんを きいてから、じぶんの こえを ろくおんしよう。',
          page: 'nihon-3',
          sound: 'a',
        },
      ],
    },
    {
      title: '第2課',
      name: 'たべもの',
      description: 'すきな たべものを いってみましょう。',
      languageFocus: 'りんごが すきです。いただきます。',
      phonics: 'か・き・く・け・こ',
      contents: [
        { type: READ, pageNumber: 6, name: 'たべもの', page: 'nihon-6' },
        {
          type: GAME,
          pageNumber: 6,
          name: 'たべもの カード',
          page: 'nihon-6',
          wordwallLink: 'https://wordwall.net/resource/2250187',
        },
        { type: READ, pageNumber: 7, name: 'いただきます', page: 'nihon-7' },
        {
          type: MUSIC,
          pageNumber: 7,
          name: 'おべんとうの きょく',
          page: 'nihon-7',
          youtubeLink: 'https://www.youtube.com/watch?v=YE7VzlLtp-4',
        },
      ],
    },
  ],
};
