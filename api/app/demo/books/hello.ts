import { ContentType } from '#schema/rest/enumerations.ts';
import type { BookPlan } from './plan.ts';

const { NONE, READ, MUSIC, VIDEO, GAME, PUSH_AND_LISTEN, RECORD } = ContentType;

export const hello: BookPlan = {
  key: 'hello',
  name: 'Hello, World! 1',
  shortCode: 'HELLO1',
  description: 'First English for ages six to eight: greetings, sounds around us, colours and numbers.',
  lessons: [
    {
      title: 'Unit 1',
      name: 'Hello!',
      description: 'Meet the animals under the big tree and say hello to everybody.',
      languageFocus: 'Hello! How are you? — I’m fine. See you!',
      phonics: 'h: hello, hat, hand',
      contents: [
        { type: READ, pageNumber: 4, name: 'Under the tree', page: 'hello-4' },
        { type: READ, pageNumber: 5, name: 'Animals say hello', page: 'hello-5' },
        {
          type: VIDEO,
          pageNumber: 5,
          name: 'A big rabbit’s morning',
          description: 'Watch the film and call out every animal that you see.',
          page: 'hello-5',
          youtubeLink: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
        },
        {
          type: RECORD,
          pageNumber: 5,
          name: 'Sing hello',
          description: 'Listen to the melody, then sing “hello, hello”.',
          page: 'hello-5',
          sound: 'hello-melody',
        },
      ],
    },
    {
      title: 'Unit 2',
      name: 'What’s that sound?',
      description: 'Push the pictures and listen. Then look out of the window: what can you hear?',
      languageFocus: 'What’s that sound? — It’s a train.',
      phonics: 'b and d: bell, bird, drum',
      contents: [
        { type: PUSH_AND_LISTEN, pageNumber: 8, name: 'What’s that sound?', page: 'hello-8' },
        { type: READ, pageNumber: 9, name: 'On the street', page: 'hello-9' },
        {
          type: RECORD,
          pageNumber: 9,
          name: 'Be the train',
          description: 'Listen to the train. Now it is your turn!',
          page: 'hello-9',
          sound: 'train',
        },
        {
          type: GAME,
          pageNumber: 9,
          name: 'Sound quiz',
          page: 'hello-9',
          wordwallLink: 'https://wordwall.net/resource/1207461',
        },
      ],
    },
    {
      title: 'Unit 3',
      name: 'Colours and numbers',
      description: 'Nine pots of paint and ten things to count.',
      languageFocus: 'What colour is it? How many? — Seven stars.',
      phonics: 'r and l: red, yellow, leaf',
      contents: [
        { type: READ, pageNumber: 12, name: 'Colours', page: 'hello-12' },
        {
          type: GAME,
          pageNumber: 12,
          name: 'Match the colours',
          page: 'hello-12',
          wordwallLink: 'https://wordwall.net/resource/984312',
        },
        { type: READ, pageNumber: 13, name: 'One to ten', page: 'hello-13' },
        {
          type: MUSIC,
          pageNumber: 13,
          name: 'Spring song',
          description: 'Clap along and count the beats.',
          page: 'hello-13',
          youtubeLink: 'https://www.youtube.com/watch?v=WhWc3b3KhnY',
        },
      ],
    },
    {
      title: 'Unit 4',
      name: 'My family',
      description: 'Still being written.',
      languageFocus: 'This is my sister.',
      phonics: 'm and f: mother, father',
      draft: true,
      contents: [{ type: NONE, pageNumber: 16, name: 'Family picture', draft: true }],
    },
  ],
};
