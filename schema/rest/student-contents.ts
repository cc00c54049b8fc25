import { z } from 'zod';
import { staffOf } from '../access.ts';
import { contentBrief, lessonDetail } from './lessons.ts';
import { operation } from './operation.ts';
import { date, dateTime, idOf } from './values.ts';

/** The maximum of contents in a student's list. */
export const mostStudentContents = 500;

/** A student's use of a content of the class's textbook. */
export const studentContentUse = contentBrief.pick({ id: true, type: true, pageNumber: true, name: true }).extend({
  unit: lessonDetail.pick({ id: true, number: true, title: true, name: true }),
  /** Page views that are still kept. */
  views: z.int(),
  firstOpenedAt: dateTime.nullable(),
  lastOpenedAt: dateTime.nullable(),
  /** The opening of the last page view on which a sound, song or video was heard to its end. */
  lastHeardAt: dateTime.nullable(),
  finished: z.boolean(),
  /** Null also where the device did not know. */
  finishedAt: dateTime.nullable(),
  /** Recordings of the page for the class's wall, in every state. */
  recordings: z.int(),
  lastRecordedAt: dateTime.nullable(),
});
export type StudentContentUse = z.output<typeof studentContentUse>;

export const classStudentContents = operation({
  name: 'classStudentContents',
  method: 'GET',
  path: '/Class/{id}/profiles/{profileId}/contents',
  summary:
    "What a student of a class did with each content of the class's textbook, and when: opened, heard, finished, recorded. The last used first; contents that the student did nothing with are left out. Opened and heard are of page views of this class and of no class, recordings of this class's wall; finished is of any device.",
  limits: '500 contents; page views are kept for 731 days unless set otherwise',
  access: staffOf('classes'),
  whose: 'those who see the class',
  params: z.object({ id: idOf('class'), profileId: idOf('profile') }),
  response: z.object({
    contents: z.array(studentContentUse),
    /** The first day whose page views are kept; null when the student joined the class later, so none are missing. */
    viewsKeptSince: date.nullable(),
  }),
  problems: { 404: '`messages.notFound` for class and profile' },
  names: { id: 'classId' },
});
