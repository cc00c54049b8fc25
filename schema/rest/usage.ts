import { z } from 'zod';
import { anyone } from '../access.ts';
import { contentType } from './enumerations.ts';
import { means } from './meanings.ts';
import { operation } from './operation.ts';
import { tooManyRequests } from './problems.ts';
import { dateTime, idOf, newUuid, requiredText, text } from './values.ts';

/** The longest view: 24 hours in milliseconds. */
export const longestPageView = 86_400_000;

export const recordPageView = operation({
  name: 'recordPageView',
  method: 'POST',
  path: '/Usage/page-view',
  summary:
    "A page that a student looks at, or has looked at. `duration` is in milliseconds (0 to 24 hours) and counts from the page's opening: send the same `eventId` with a longer one as often as wanted, it is one page view with the longest (without `startedAt`, for 60 days). Only the profile and session that began an event lengthen it; whatever others send for it is dropped, with the answer of one that was kept. `heard` stays once it was true. Only the students' own pages count: `pageUrl` decides which page it is, by its path and without its codes, and gives it its name; a view of any other page is dropped in the same way. A class counts only with the token of a profile that has joined it. A view lasts no longer than it has been open by the server's clock: with a profile's token it began when it says, at most 60 days ago and not before the profile was made; without a token at most a minute before its first message. Address, system and browser are the server's to find out; of addresses the network (/24, /48) is kept. The answer says that the view is safe; when too many wait, it is refused and may be sent again.",
  limits: '6,000 a minute from one address and 300 in ten minutes of one profile, in each process of the API',
  access: anyone,
  whose: "a profile's token tells whose it is",
  body: z.object({
    /** The browser makes it when the page opens. */
    eventId: newUuid,
    /** The page's own name; the stored name follows from its path. */
    name: requiredText(100, 'messages.invalidValue'),
    /** An address or a path; only its path is kept. */
    pageUrl: means(requiredText(2048, 'messages.invalidValue'), { text: 'studentPage' }),
    duration: z.int({ error: 'messages.invalidValue' }).min(0).max(longestPageView, { error: 'messages.invalidValue' }),
    /** Changes with the active profile. */
    sessionKey: newUuid.optional(),
    textBookId: idOf('textBook').optional(),
    textBookName: text(200).optional(),
    classId: idOf('class').optional(),
    className: text(200).optional(),
    lessonId: idOf('lesson').optional(),
    contentId: idOf('content').optional(),
    contentType: contentType.optional(),
    /** Whether the child heard a sound, song or video of the page to its end; once true it stays. */
    heard: z.boolean({ error: 'messages.invalidValue' }).default(false),
    /** The browser's claim of its public address; stored apart from the one that the server sees, and never trusted. */
    clientIp: text(64).optional(),
    /** The opening of the page and the sending, both by the browser's clock: only the difference is used. */
    startedAt: dateTime.optional(),
    sentAt: dateTime.optional(),
  }),
  problems: {
    400: 'on `pageUrl` for what is no address',
    429: tooManyRequests,
    503: 'when too many wait, send it again',
  },
});
