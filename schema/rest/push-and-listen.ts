import { z } from 'zod';
import { staffOf } from '../access.ts';
import { answered } from '../rules/plain-fields.ts';
import { pushAndListenFields, pushAndListenRules } from '../rules/push-and-listen.ts';
import { contentDetail } from './contents.ts';
import { operation } from './operation.ts';
import { changedMeanwhile, notFound, rulesOfInput } from './problems.ts';
import { pushAndListenItem } from './students.ts';
import { staffMember } from './users.ts';
import { dateTime, id, idempotencyKey, idOf, idsInOrder, versionOf } from './values.ts';

/** A Push and Listen item as those who write it see it. */
export const pushAndListenDetail = pushAndListenItem.pick({ spot: true }).extend({
  id: idOf('pushAndListenItem'),
  ...answered(pushAndListenFields),
  contentId: idOf('content'),
  /** Its place among the items of its content, from 1. */
  order: z.int(),
  /** The id that the form sends back. */
  audioId: id,
  /** The URL of the sound: a signed path on the gateway, valid for at least a day. */
  audioUrl: z.string(),
  fileName: z.string(),
  /** Counts changes; a PUT with an older one answers 409. */
  version: z.int(),
  createdAt: dateTime,
  updatedAt: dateTime,
  updatedBy: staffMember.nullable(),
});
export type PushAndListenDetail = z.output<typeof pushAndListenDetail>;

const access = staffOf('textbooks');
const params = z.object({ id: idOf('pushAndListenItem') });

const units =
  '`audioId` is a sound for teaching; `spot` is in percent of the page picture and lies inside it, or null.';

export const pushAndListenItems = operation({
  name: 'pushAndListenItems',
  method: 'GET',
  path: '/PushAndListen',
  summary: 'The Push and Listen items of a content, in their order.',
  access,
  query: z.object({ ContentId: idOf('content') }),
  response: z.array(pushAndListenDetail),
  problems: { 404: '`messages.notFound` without the content' },
});

export const createPushAndListenItem = operation({
  name: 'createPushAndListenItem',
  method: 'POST',
  path: '/PushAndListen',
  summary: `Adds an item at the end of a content's list. ${units}`,
  access,
  body: pushAndListenRules.safeExtend({ contentId: idOf('content'), idempotencyKey }),
  response: pushAndListenDetail,
  status: 201,
  problems: { 400: rulesOfInput },
});

export const updatePushAndListenItem = operation({
  name: 'updatePushAndListenItem',
  method: 'PUT',
  path: '/PushAndListen/{id}',
  summary: `Replaces the fields of an item; its place stays. An optional field that is left out stays as it is, and null or an empty text empties it. \`version\` is the one that was read; with an older one nothing is written. ${units}`,
  access,
  params,
  body: pushAndListenRules.safeExtend({ version: versionOf('pushAndListenItem') }),
  response: pushAndListenDetail,
  problems: { 400: rulesOfInput, 404: notFound, 409: changedMeanwhile },
});

export const updatePushAndListenItemsOrder = operation({
  name: 'updatePushAndListenItemsOrder',
  method: 'PUT',
  path: '/PushAndListen/update-items-order',
  summary:
    "Puts the items of a content into the order of `itemIds`: all of them, each once. `version` is the content's as it was read; with an older one nothing is written. Answers the content with its new version.",
  limits: '2,000 items',
  access,
  body: z.object({
    contentId: idOf('content'),
    itemIds: idsInOrder('pushAndListenItem'),
    version: versionOf('content'),
  }),
  response: contentDetail,
  problems: {
    400: '`messages.orderIncomplete` on `itemIds` unless every item is there, once',
    404: notFound,
    409: changedMeanwhile,
  },
});

export const deletePushAndListenItem = operation({
  name: 'deletePushAndListenItem',
  method: 'DELETE',
  path: '/PushAndListen/{id}',
  summary: 'Puts an item into the trash for 30 days.',
  access,
  params,
  problems: { 404: '`messages.notFound`, the second time too' },
});
