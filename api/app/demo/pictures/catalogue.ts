import { bento } from './community/bento.ts';
import { classPhoto } from './community/class-photo.ts';
import { myCat } from './community/my-cat.ts';
import { origamiCrane } from './community/origami-crane.ts';
import { rainbow } from './community/rainbow.ts';
import { sunAndHouse } from './community/sun-and-house.ts';
import { helloCover } from './covers/hello-cover.ts';
import { nihongoCover } from './covers/nihongo-cover.ts';
import { seaCover } from './covers/sea-cover.ts';
import { songCover } from './covers/song-cover.ts';
import { animalsSayHello } from './hello/animals-say-hello.ts';
import { paintPots } from './hello/colours.ts';
import { oneToTen } from './hello/numbers.ts';
import { soundSpots, whatsThatSound } from './hello/sounds.ts';
import { onTheStreet } from './hello/street.ts';
import { underTheTree } from './hello/under-the-tree.ts';
import { foodPlates } from './nihongo/foods.ts';
import { lunch } from './nihongo/lunch.ts';
import { vowelSong } from './nihongo/vowel-song.ts';
import { vowelRows, vowelSpots } from './nihongo/vowels.ts';
import { doReMi, toneSpots } from './songs/do-re-mi.ts';

const hello = { book: 'HELLO1', unit: 1, unitTitle: 'Hello!' } as const;
const sounds = { book: 'HELLO1', unit: 2, unitTitle: 'What’s that sound?' } as const;
const colours = { book: 'HELLO1', unit: 3, unitTitle: 'Colours and numbers' } as const;
const vowels = { book: 'NIHON1', unit: 1, unitTitle: 'あいうえお' } as const;
const foods = { book: 'NIHON1', unit: 2, unitTitle: 'たべもの' } as const;
const singing = { book: 'SONG01', unit: 1, unitTitle: 'Sing together' } as const;

/** Every drawn page of the demo books, in the books' own order; `book` is the short code. */
export const bookPages = [
  { ...hello, id: 'hello-4', pageNumber: 4, title: 'Under the tree', type: 'READ', draw: underTheTree },
  { ...hello, id: 'hello-5', pageNumber: 5, title: 'Animals say hello', type: 'READ', draw: animalsSayHello },
  {
    ...sounds,
    id: 'hello-8',
    pageNumber: 8,
    title: 'What’s that sound?',
    type: 'PUSH_AND_LISTEN',
    draw: whatsThatSound,
  },
  { ...sounds, id: 'hello-9', pageNumber: 9, title: 'On the street', type: 'READ', draw: onTheStreet },
  { ...colours, id: 'hello-12', pageNumber: 12, title: 'Colours', type: 'READ', draw: paintPots },
  { ...colours, id: 'hello-13', pageNumber: 13, title: 'One to ten', type: 'READ', draw: oneToTen },
  { ...vowels, id: 'nihon-2', pageNumber: 2, title: 'あいうえお', type: 'PUSH_AND_LISTEN', draw: vowelRows },
  { ...vowels, id: 'nihon-3', pageNumber: 3, title: 'あいうえおの うた', type: 'READ', draw: vowelSong },
  { ...foods, id: 'nihon-6', pageNumber: 6, title: 'たべもの', type: 'READ', draw: foodPlates },
  { ...foods, id: 'nihon-7', pageNumber: 7, title: 'いただきます', type: 'READ', draw: lunch },
  { ...singing, id: 'song-2', pageNumber: 2, title: 'Do, re, mi', type: 'PUSH_AND_LISTEN', draw: doReMi },
] as const;

export type PageId = (typeof bookPages)[number]['id'];

/** The demo books' covers, by short code. */
export const covers = [
  { id: 'HELLO1', title: 'Hello, World! 1', draw: helloCover },
  { id: 'NIHON1', title: 'にほんごだいすき 1', draw: nihongoCover },
  { id: 'SONG01', title: 'Song Time', draw: songCover },
  { id: 'SEA001', title: 'Stories of the Sea', draw: seaCover },
] as const;

export type CoverId = (typeof covers)[number]['id'];

/** The pictures on the demo class's wall. */
export const communityPictures = [
  { id: 'sun-and-house', title: 'My house', draw: sunAndHouse },
  { id: 'my-cat', title: 'My cat Momo', draw: myCat },
  { id: 'rainbow', title: 'にじをみたよ', draw: rainbow },
  { id: 'origami-crane', title: 'おりがみのつる', draw: origamiCrane },
  { id: 'class-photo', title: 'Our paper class', draw: classPhoto },
  { id: 'bento', title: 'きょうのおべんとう', draw: bento },
] as const;

export type CommunityPictureId = (typeof communityPictures)[number]['id'];

/** The items of each Push-and-Listen page: name, place in percent of the picture, and the id of the sound. */
export const pushAndListenSpots = {
  'hello-8': soundSpots,
  'nihon-2': vowelSpots,
  'song-2': toneSpots,
} as const;
