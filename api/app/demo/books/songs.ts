import { ContentType } from '#schema/rest/enumerations.ts';
import type { BookPlan } from './plan.ts';

const { MUSIC, VIDEO, PUSH_AND_LISTEN, RECORD } = ContentType;

export const songs: BookPlan = {
  key: 'songs',
  name: 'Song Time',
  shortCode: 'SONG01',
  description: 'Songs and sounds for the youngest, to sing before they can read.',
  lessons: [
    {
      title: 'Unit 1',
      name: 'Sing together',
      description: 'Eight bars, eight tones. Push, listen, sing.',
      languageFocus: 'Let’s sing! One more time!',
      phonics: 's: sing, song, so',
      contents: [
        { type: PUSH_AND_LISTEN, pageNumber: 2, name: 'Do, re, mi', page: 'song-2' },
        {
          type: RECORD,
          pageNumber: 2,
          name: 'Sing the first tone',
          description: 'Listen to do, then sing it.',
          page: 'song-2',
          sound: 'do',
        },
        {
          type: MUSIC,
          pageNumber: 3,
          name: 'Listen and dance',
          page: 'song-2',
          sound: 'music-loop',
        },
        {
          type: VIDEO,
          pageNumber: 3,
          name: 'The llama film',
          page: 'song-2',
          youtubeLink: 'https://www.youtube.com/watch?v=SkVqJ1SGeL0',
        },
      ],
    },
  ],
};
