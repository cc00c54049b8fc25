import { z } from 'zod';
import { anyone, staffOf } from '../access.ts';
import { contentDetail } from './contents.ts';
import { means } from './meanings.ts';
import { operation } from './operation.ts';
import { changedMeanwhile, notFound, openedByCode, printedLock, unknownBook } from './problems.ts';
import { fileLink, hashCode, hashCodeOf, idOf, trimmedText, versionOf } from './values.ts';

const access = staffOf('textbooks');
const whatIsInside =
  'for each content an SVG and a PNG (error correction level Q, four modules of white around, what can be typed instead beneath), and A4 sheets of all as PDF. ' +
  'Drafts are in it: a book is printed before it is published. It is made while it is read.';

export const exportQrCodes = operation({
  name: 'exportQrCodes',
  method: 'GET',
  path: '/Content/export-qrcode/{lessonId}',
  summary: `The QR codes of a unit as a ZIP: ${whatIsInside}`,
  limits: '2,000 codes; the link opens for ten minutes',
  access,
  params: z.object({ lessonId: idOf('lesson') }),
  response: fileLink,
  file: 'application/zip',
  problems: {
    404: notFound,
    409: '`messages.nothingToExport` for a unit without contents, `messages.tooMuchToExport` for one with more than 2,000',
  },
});

export const exportTextBookQrCodes = operation({
  name: 'exportTextBookQrCodes',
  method: 'GET',
  path: '/TextBook/export-qrcode/{textBookId}',
  summary: `The QR codes of a whole textbook as a ZIP: ${whatIsInside}`,
  limits: '2,000 codes; the link opens for ten minutes',
  access,
  params: z.object({ textBookId: idOf('textBook') }),
  response: fileLink,
  file: 'application/zip',
  problems: {
    404: notFound,
    409: '`messages.nothingToExport` for a textbook without contents, `messages.tooMuchToExport` for one with more than 2,000: export it unit by unit',
  },
});

export const regenerateContentQrCode = operation({
  name: 'regenerateContentQrCode',
  method: 'PUT',
  path: '/Content/{id}/regenerate-qrcode',
  summary:
    'Gives a content a new hash code and QR code; the old ones, printed ones too, open nothing from then on: they say that they were replaced (`messages.printedCodeReplaced`), and their scans are counted. What is typed stays. With `version`, the one that was read, an older one changes nothing.',
  access,
  params: z.object({ id: idOf('content') }),
  body: z.object({ version: versionOf('content').optional() }),
  response: contentDetail,
  problems: { 404: notFound, 409: `${changedMeanwhile}; ${printedLock}` },
});

const codeTarget = z.object({
  textBookHashCode: hashCode,
  lessonHashCode: hashCode.nullable(),
  contentHashCode: hashCode.nullable(),
  classHashCode: hashCode.nullable(),
});

export const typedCode = operation({
  name: 'typedCode',
  method: 'GET',
  path: '/Student/typed-code',
  summary:
    "What a code opens that was typed instead of scanned: the code under a QR code (`K7MR3D`), a published textbook's short code, one with a page (`HELLO1-P12`), or a class's code. Codes and forms that were ever printed open what they were printed for, whatever was moved, renumbered or renamed since. Width, case, spaces, dashes and look-alikes (O 0, I L 1) do not matter. A page that the book does not have opens the book: `contentHashCode` is null. `classHashCode` is null unless the code is a class's.",
  access: anyone,
  query: z.object({ code: means(trimmedText(60).min(1), { entity: 'textBook', field: 'shortCode' }) }),
  response: codeTarget,
  problems: {
    404: unknownBook,
    429: 'after 60 unknown codes a minute from one address, then for right ones too',
  },
});

export const codeRedirect = operation({
  name: 'codeRedirect',
  method: 'GET',
  path: '/Student/code-redirect',
  summary:
    'What a scanned QR code opens in place of what it was printed for, since staff chose so (`retargetPrintedCode`). `opens` is null where it opens its own, and for every unknown code.',
  access: anyone,
  whose: 'the code opens it',
  query: z.object({ hashCode: hashCodeOf('content') }),
  response: z.object({ opens: codeTarget.nullable() }),
  problems: {
    404: '`messages.printedCodeDeleted` when what it opens was deleted, and `messages.bookNotFound` when that is a draft',
  },
});

export const countCodeUse = operation({
  name: 'countCodeUse',
  method: 'POST',
  path: '/Student/code-use',
  summary:
    "Counts that a printed QR code was scanned, for staff's list of printed codes; one that opens nothing any more too.",
  ...openedByCode,
  body: z.object({ hashCode: hashCodeOf('content') }),
});
