import { z } from 'zod';
import { staffOf } from '../access.ts';
import { editionRules } from '../rules/editions.ts';
import { operation } from './operation.ts';
import { notFound, rulesOfInput } from './problems.ts';
import { staffMember } from './users.ts';
import { dateTime, id, idOf } from './values.ts';

/** How many printed codes changed between two moments. */
export const codeChanges = z.object({
  /** The number of codes for rows that were created since. */
  added: z.int(),
  /** The number of codes with another target than before, or with a target again. */
  retargeted: z.int(),
  /** The number of codes that opened a target and now report that it is gone. */
  gone: z.int(),
});

/** One printing of a textbook. */
export const edition = z.object({
  id,
  /** Counted from 1. */
  number: z.int(),
  name: z.string(),
  printedOn: z.iso.date(),
  /** How many textbooks, units and contents had codes that opened something. */
  codeCount: z.int(),
  /** Since the edition before; null for the first one. */
  changes: codeChanges.nullable(),
  createdAt: dateTime,
  createdBy: staffMember.nullable(),
});
export type Edition = z.output<typeof edition>;

/** The print state of a textbook. */
export const printing = z.object({
  textBookId: idOf('textBook'),
  /** Whether changes that would break printed codes are refused. */
  locked: z.boolean(),
  /** When an unlocked textbook locks itself again; null when it is locked or was never printed. */
  unlockedUntil: dateTime.nullable(),
  /** The newest first. */
  editions: z.array(edition),
  /** Since the newest edition; null without one. */
  changes: codeChanges.nullable(),
});
export type Printing = z.output<typeof printing>;

/** An unlocked textbook locks itself again after so many minutes. */
export const unlockedMinutes = 60;

const access = staffOf('textbooks');
const params = z.object({ textBookId: idOf('textBook') });

export const textBookPrinting = operation({
  name: 'textBookPrinting',
  method: 'GET',
  path: '/TextBook/{textBookId}/printing',
  summary:
    'The editions of a textbook that were printed, what changed in its printed codes from one to the next and since the newest, and whether the textbook is locked.',
  access,
  params,
  response: printing,
  problems: { 404: notFound },
});

export const addEdition = operation({
  name: 'addEdition',
  method: 'POST',
  path: '/TextBook/{textBookId}/printing',
  summary:
    'Marks a textbook as printed: the first time its first edition, then the next one. What each printed code opens is kept for the comparison with the next edition, and the textbook is locked.',
  access,
  params,
  body: editionRules,
  response: printing,
  status: 201,
  problems: {
    400: rulesOfInput,
    404: notFound,
    409: '`messages.editionExists` on `name` when the textbook has an edition of that name',
  },
});

export const setPrintLock = operation({
  name: 'setPrintLock',
  method: 'PUT',
  path: '/TextBook/{textBookId}/print-lock',
  summary: `Unlocks a printed textbook for ${unlockedMinutes} minutes, or locks it before they are over. While it is locked, deleting it or a part of it, making a draft of one, another short code, unit number or page number, a new QR code for a content and \`retargetPrintedCode\` are refused with \`messages.textBookPrinted\`.`,
  access,
  params,
  body: z.object({ locked: z.boolean() }),
  response: printing,
  problems: { 404: notFound, 409: '`messages.neverPrinted` for a textbook without an edition' },
});
