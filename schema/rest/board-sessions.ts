import { z } from 'zod';
import { staffOf, studentOnly } from '../access.ts';
import { boardMinutes } from '../rules/board-sessions.ts';
import { contentType } from './enumerations.ts';
import { operation } from './operation.ts';
import * as when from './problems.ts';
import { animal } from './students.ts';
import { dateTime, hashCode, hashCodeOf, idOf } from './values.ts';

/** A lesson in which the tablets of a class show the page of the board. */
export const boardSession = z.object({
  id: idOf('boardSession'),
  /** Counts the pages that were shown, from 1. */
  version: z.int(),
  contentId: idOf('content'),
  /** The hash code of the page that the board shows. */
  contentHashCode: hashCode,
  contentType,
  /** When the board began the session. */
  createdAt: dateTime,
  /** The latest time at which the session ends by itself. */
  endsAt: dateTime,
});
export type BoardSession = z.output<typeof boardSession>;

/** A student who has agreed to follow the board, with the tablet's report about the board's page. */
export const boardFollower = z.object({
  profileId: idOf('profile'),
  name: z.string(),
  animal,
  /** The number in the class's register, else the number on the child's tile; null when it has neither. */
  number: z.int().nullable(),
  /** Whether the tablet has reported within the last minute. */
  isHere: z.boolean(),
  /** Whether the tablet shows the page of the board. */
  isOnPage: z.boolean(),
  heard: z.boolean(),
  spoken: z.boolean(),
  finished: z.boolean(),
});

/** The board's view of its session. */
export const classBoardState = z.object({
  session: boardSession.nullable(),
  /** Sorted by number, then by reading. */
  followers: z.array(boardFollower),
});
export type ClassBoardState = z.output<typeof classBoardState>;

const access = staffOf('classes');
const params = z.object({ id: idOf('class') });
const names = { id: 'classId' } as const;
const noClass = '`messages.notFound` for a class that the caller does not see';
const noContent = "`messages.notFound` for a content that is no published one of the class's textbook";
const ended = '`messages.boardSessionEnded` when the session has ended, or another board has begun one';

export const classBoard = operation({
  name: 'classBoard',
  method: 'GET',
  path: '/Class/{id}/board',
  summary: 'The session of the board of a class, and the students who follow it; nobody without a session.',
  access,
  whose: 'those who see the class',
  params,
  response: classBoardState,
  problems: { 404: noClass },
  names,
});

export const startBoardSession = operation({
  name: 'startBoardSession',
  method: 'POST',
  path: '/Class/{id}/board',
  summary: `Asks the tablets of a class to follow the board, and ends the class's session that another board has begun. It ends by itself after ${boardMinutes} minutes, and 2 minutes after the board was last heard of (\`turnBoardPage\`).`,
  access,
  whose: 'those who see the class',
  params,
  body: z.object({ contentId: idOf('content') }),
  response: classBoardState,
  status: 201,
  problems: { 404: `${noClass}; ${noContent}`, 409: when.classCompleted },
  names,
});

export const turnBoardPage = operation({
  name: 'turnBoardPage',
  method: 'PUT',
  path: '/Class/{id}/board',
  summary:
    'Leads the tablets that follow the board to a page, and says that the board is still open; with the page that it shows already it says this alone.',
  access,
  whose: 'those who see the class',
  params,
  body: z.object({ sessionId: idOf('boardSession'), contentId: idOf('content') }),
  response: classBoardState,
  problems: { 404: `${noClass}; ${noContent}; ${ended}` },
  names,
});

export const endBoardSession = operation({
  name: 'endBoardSession',
  method: 'DELETE',
  path: '/Class/{id}/board/{sessionId}',
  summary: 'Lets the tablets of the class go. A session that has ended already stays ended.',
  access,
  whose: 'those who see the class',
  params: params.extend({ sessionId: idOf('boardSession') }),
  problems: { 404: noClass },
  names,
});

/** The tablet's view of the board's session. */
const boardPageState = z.object({ session: boardSession.omit({ contentId: true, createdAt: true }).nullable() });
export type BoardPageState = z.output<typeof boardPageState>;

export const boardPage = operation({
  name: 'boardPage',
  method: 'GET',
  path: '/Student/board-page',
  summary:
    "The page to which the board of a class leads its tablets; null without a session. As a stream of server-sent events it is `GET /board-page` of the gateway, with the class's hash code in the header `x-class` and a student's token.",
  ...when.openedByCode,
  query: z.object({ ClassHashCode: hashCodeOf('class', 'classHashCode') }),
  response: boardPageState,
});

const notJoined = `${when.unknownCode}; \`messages.notFound\` for a class that the profile has not joined`;

/** The session of the class as a student sees it. */
const studentBoardState = boardPageState.extend({
  /** Whether the student has agreed to follow it. */
  isFollowing: z.boolean(),
});

export const studentBoard = operation({
  name: 'studentBoard',
  method: 'GET',
  path: '/Student/board',
  summary:
    'The session of the board of a class, and whether the profile whose token is sent follows it, on any device.',
  access: studentOnly,
  query: z.object({ ClassHashCode: hashCodeOf('class', 'classHashCode') }),
  response: studentBoardState,
  problems: { 404: notJoined, 429: when.tooManyCodes },
});

export const followBoard = operation({
  name: 'followBoard',
  method: 'PUT',
  path: '/Student/board',
  summary:
    'Says whether the profile whose token is sent follows the board, which page its tablet shows, and what it has done there. For another session than the one that runs, nothing is kept.',
  limits: '120 calls a minute',
  access: studentOnly,
  body: z.object({
    classHashCode: hashCodeOf('class', 'classHashCode'),
    sessionId: idOf('boardSession'),
    isFollowing: z.boolean(),
    /** Null where the tablet shows another page than a content. */
    contentHashCode: hashCodeOf('content').nullable().default(null),
    heard: z.boolean().default(false),
    spoken: z.boolean().default(false),
    finished: z.boolean().default(false),
  }),
  response: studentBoardState,
  problems: { 404: notJoined, 429: `${when.tooManyRequests}; ${when.tooManyCodes}` },
});
