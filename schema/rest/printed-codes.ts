import { z } from 'zod';
import { staffOf } from '../access.ts';
import { requestedIds } from './bulk.ts';
import { operation } from './operation.ts';
import { connection, connectionOf, searchText } from './paging.ts';
import { changedMeanwhile, notFound, printedLock } from './problems.ts';
import { staffMember } from './users.ts';
import { date, dateTime, id, idOf, versionOf } from './values.ts';

/** The kinds of rows that codes are printed for, by the names of the audit log. */
export const printedKinds = ['textbooks', 'lessons', 'contents'] as const;
export type PrintedKind = (typeof printedKinds)[number];

/** The textbook, unit or content that a printed code opens. */
export const printedThing = z.object({
  kind: z.enum(printedKinds),
  id,
  /** Null when the row has been deleted permanently. */
  name: z.string().nullable(),
  /** The number of a unit, or of a content's unit. */
  unitNumber: z.int().nullable(),
  /** The page number of a content. */
  pageNumber: z.int().nullable(),
  textBookName: z.string().nullable(),
  /** Whether the row, its unit or its textbook is in the trash or gone. A scan of its codes then shows that. */
  deleted: z.boolean(),
  /** False for a draft, or a part of one, which students do not see. */
  published: z.boolean(),
});
export type PrintedThing = z.output<typeof printedThing>;

/** The change of a code's target since the newest edition of its textbook was printed. */
export const printedCodeChanges = ['added', 'retargeted', 'gone'] as const;
export type PrintedCodeChange = (typeof printedCodeChanges)[number];

/** The printed codes of one textbook, unit or content: its QR codes and all codes to type instead. */
export const printedCode = z.object({
  id: idOf('printedCode'),
  /** The typed code that never changes. */
  code: z.string(),
  /** Short codes, and forms with a page such as `HELLO1-P12`, the first one first. */
  otherCodes: z.array(z.string()),
  printedFor: printedThing,
  /** The id of the printed code whose target the codes open now; the row's own id for their original target. */
  targetId: id,
  /** The new target of the codes; null when they open their original target. */
  opensInstead: printedThing.nullable(),
  /** The planned target, which may be their original one; null without a plan. */
  opensLater: printedThing.nullable(),
  /** The day at whose beginning, in the installation's time zone, the planned target takes effect; null without a plan. */
  opensLaterFrom: z.iso.date().nullable(),
  createdAt: dateTime,
  /** How often a QR code of it was scanned, replaced QR codes too. */
  scanCount: z.int(),
  /** How many of the scans were of a QR code that had been replaced by then: they opened nothing. */
  replacedScanCount: z.int(),
  /** How often a code of it was typed. */
  typedCount: z.int(),
  /** How often one of its codes was scanned or typed in the last 30 days. */
  recentUseCount: z.int(),
  lastUsedAt: dateTime.nullable(),
  /** When `opensInstead` was last changed, including a change back to the original target. */
  retargetedAt: dateTime.nullable(),
  retargetedBy: staffMember.nullable(),
  /** Since the newest edition was printed; null for no change, and for a textbook that was never printed. */
  changeSincePrint: z.enum(printedCodeChanges).nullable(),
  /** Counts changes of `opensInstead` and of the plan. */
  version: versionOf('printedCode'),
});
export type PrintedCode = z.output<typeof printedCode>;

export const printedCodeSortFields = ['place', 'useCount', 'lastUsedAt'] as const;
export type PrintedCodeSortField = (typeof printedCodeSortFields)[number];

export const printedCodeStates = ['deleted', 'retargeted', 'planned', 'changed'] as const;

const access = staffOf('textbooks');

export const printedCodes = operation({
  name: 'printedCodes',
  method: 'GET',
  path: '/TextBook/{textBookId}/printed-codes',
  summary:
    'What is printed for a textbook, its units and its contents, and what each code opens, in the order of the book unless sorted. What was deleted is there too, for good: its codes are still scanned, and counted. The search looks into names and codes; the list can be narrowed to the codes of something deleted, those that open something else, those with a planned change, or those that changed since the newest edition was printed.',
  limits: '100 rows to a page',
  access,
  params: z.object({ textBookId: idOf('textBook') }),
  query: z.object({
    SearchText: searchText,
    State: z.enum(printedCodeStates).optional(),
    ...connection(printedCodeSortFields),
  }),
  response: connectionOf(printedCode),
  problems: { 404: '`messages.notFound` for a textbook that is deleted or never was' },
});

export const retargetPrintedCode = operation({
  name: 'retargetPrintedCode',
  method: 'PUT',
  path: '/TextBook/printed-codes/{id}/target',
  summary:
    'Makes all codes that were printed for a textbook, unit or content, the QR code and what is typed, open another one, of any textbook: the one that `targetId`, a printed code of its own, was printed for. With its own id they open their own again. `from` plans that for the beginning of a later day, in the installation’s time zone; without it the change is made at once and a plan is dropped, so `targetId` as it was read takes a plan back. `version` is the one that was read; with an older one nothing is written.',
  access,
  params: z.object({ id: idOf('printedCode') }),
  body: z.object({
    targetId: idOf('printedCode'),
    from: date.nullable().default(null),
    version: versionOf('printedCode'),
  }),
  response: printedCode,
  problems: {
    400: '`messages.printedTargetNotAvailable` on `targetId` for one of something that is deleted or never was; `messages.dayNotLater` on `from` for today and earlier days',
    404: notFound,
    409: `${changedMeanwhile}; ${printedLock}`,
  },
});

/** The changes that break printed codes: a deletion, a return to draft, or a new QR code in place of the old one. */
export const printedCodeBreaks = ['deletion', 'draft', 'newQrCode'] as const;
export type PrintedCodeBreak = (typeof printedCodeBreaks)[number];

/** The printed codes that a change breaks. */
export const brokenPrintedCodes = z.object({
  /** The first 20, those with the most uses in the last 30 days first. */
  items: z.array(printedCode),
  /** All of them, each for a textbook, a unit or a content. */
  totalCount: z.int(),
  /** How often all of them were scanned or typed; where a QR code is replaced, how often that one was scanned. */
  useCount: z.int(),
  /** The same of the last 30 days. */
  recentUseCount: z.int(),
  /** When one of them was last scanned or typed. */
  lastUsedAt: dateTime.nullable(),
});
export type BrokenPrintedCodes = z.output<typeof brokenPrintedCodes>;

export const printedCodesBrokenBy = operation({
  name: 'printedCodesBrokenBy',
  method: 'GET',
  path: '/TextBook/printed-codes/broken',
  summary:
    'Which printed codes would stop opening if these textbooks, units and contents (any mixture) were deleted, became drafts, or got a new QR code. With a deletion and a draft: those of their parts too, and those that were retargeted to one of them. Codes of drafts count once they were used, and by becoming a draft never, as they open nothing already. An id of something that is deleted or never was adds nothing.',
  limits: '100 ids',
  access,
  query: z.object({ Ids: requestedIds('content'), By: z.enum(printedCodeBreaks).default('deletion') }),
  response: brokenPrintedCodes,
  problems: { 400: '`messages.tooManyAtOnce` for more than 100 ids' },
});
