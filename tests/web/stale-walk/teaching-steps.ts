import { demoPassword } from '#tests/support/people.ts';
import { dayFromNow } from '#tests/support/teaching.ts';
import { tag } from './rows.ts';
import { at, keep, step, type Step } from './step.ts';

const books = [
  keep(
    'book',
    step('CreateTextBook', () => ({ input: { name: `${tag} new book`, shortCode: 'STALE-WALK' } })),
  ),
  step('UpdateTextBook', async (rows) => {
    const { id, shortCode } = rows.book;
    const version = await rows.version('textbooks', id);
    return { input: { id, name: `${tag} book, renamed`, shortCode, description: '', published: true, version } };
  }),
  step('DeleteTextBook', (rows) => ({ id: at(rows, 'book') })),
  step('RestoreTextBook', (rows) => ({ id: at(rows, 'book') })),
];

const facts = { languageFocus: 'Greetings', phonics: 'h', description: '', published: true };
const units = [
  keep(
    'unit',
    step('CreateLesson', ({ book }) => ({
      input: { textBookId: book.id, number: 3, title: 'Unit 3', name: 'New', ...facts },
    })),
  ),
  step('UpdateLesson', async (rows) => {
    const { id } = rows.unit;
    const version = await rows.version('lessons', id);
    return { input: { id, number: 1, title: 'Unit 1', name: 'Renamed', ...facts, version } };
  }),
  step('UpdateLessonsOrder', async (rows) => {
    const lessonIds = [at(rows, 'unit'), rows.otherUnit.id, rows.unit.id];
    return { input: { textBookId: rows.book.id, lessonIds, version: await rows.version('textbooks', rows.book.id) } };
  }),
  step('DeleteLesson', (rows) => ({ id: at(rows, 'unit') })),
  step('RestoreLesson', (rows) => ({ id: at(rows, 'unit') })),
];

const youtubeLink = 'https://youtu.be/dQw4w9WgXcQ';
const contents = [
  keep(
    'content',
    step('CreateContent', ({ unit }) => ({
      input: { lessonId: unit.id, type: 'VIDEO', pageNumber: 9, name: 'New page', youtubeLink },
    })),
  ),
  step('UpdateContent', async (rows) => {
    const { id } = rows.otherContent;
    const version = await rows.version('contents', id);
    const kept = { pageNumber: 2, description: '', published: true, version };
    return { input: { id, type: 'VIDEO', name: 'Renamed', youtubeLink, ...kept } };
  }),
  step('RegenerateContentQrCode', (rows) => ({ id: rows.content.id })),
  step('UpdateContentsOrder', async (rows) => {
    const contentIds = [at(rows, 'content'), rows.otherContent.id, rows.content.id];
    return { input: { lessonId: rows.unit.id, contentIds, version: await rows.version('lessons', rows.unit.id) } };
  }),
  step('DeleteContentOfUnit', (rows) => ({ id: at(rows, 'content') })),
  step('RestoreContentOfUnit', (rows) => ({ id: at(rows, 'content') })),
];

const items = [
  keep(
    'item',
    step('CreatePushAndListenItem', ({ content, sound }) => ({
      input: { contentId: content.id, audioId: sound.id, name: 'New sound' },
    })),
  ),
  step('UpdatePushAndListenItem', async (rows) => {
    const { id } = rows.item;
    const version = await rows.version('push_and_listen_items', id);
    return { input: { id, audioId: rows.sound.id, name: 'Renamed', version } };
  }),
  step('UpdatePushAndListenItemsOrder', async (rows) => {
    const itemIds = [at(rows, 'item'), rows.otherItem.id, rows.item.id];
    const { id } = rows.content;
    return { input: { contentId: id, itemIds, version: await rows.version('contents', id) } };
  }),
  step('DeletePushAndListenItem', (rows) => ({ id: at(rows, 'item') })),
  step('RestorePushAndListenItem', (rows) => ({ id: at(rows, 'item') })),
];

const prints = [
  step('RetargetPrintedCode', async ({ content, otherContent, world }) => {
    const codeOf = async (id: string) => {
      const { rows } = await world.services.pool.query<{ id: string; version: number }>(
        `select id, version from printed_codes where entity_id = $1 and kind = 'code'`,
        [id],
      );
      return { id: rows[0]?.id ?? '', version: rows[0]?.version ?? 0 };
    };
    return { input: { ...(await codeOf(content.id)), targetId: (await codeOf(otherContent.id)).id } };
  }),
  step('AddEdition', ({ book }) => ({ input: { textBookId: book.id, name: 'First', printedOn: dayFromNow(-1) } })),
  step('SetPrintLock', ({ book }) => ({ input: { textBookId: book.id, locked: false } })),
];

const tools = [
  step('CheckBrokenLink', ({ brokenLink }) => ({ id: brokenLink.id })),
  step('CreateApiKey', () => ({ input: { name: `${tag} key`, scopes: ['CLASS_READ'] } })),
  step('RevokeApiKey', async ({ world }) => {
    const { rows } = await world.services.pool.query<{ id: string }>(
      `select id from api_keys where name = '${tag} key'`,
    );
    return { id: rows[0]?.id ?? '' };
  }),
  step('UpdateWebhook', async (rows) => {
    const { id } = rows.webhook;
    const version = await rows.version('webhooks', id);
    const url = 'https://receiver.example.com/manabook';
    return { input: { id, name: `${tag} webhook`, url, events: ['CLASS_CREATED'], version } };
  }),
  step('SetWebhookActive', ({ webhook }) => ({ id: webhook.id, active: false })),
  step('SetWebhookActive', ({ webhook }) => ({ id: webhook.id, active: true })),
  step('RotateWebhookSecret', ({ webhook }) => ({ id: webhook.id })),
  step('PingWebhook', ({ webhook }) => ({ id: webhook.id })),
  step('ReplayWebhookDelivery', ({ webhook, delivery }) => ({ webhookId: webhook.id, deliveryId: delivery.id })),
  step('ReplayFailedDeliveries', ({ webhook }) => ({ webhookId: webhook.id, since: `${dayFromNow(-7)}T00:00:00Z` })),
  step('CreateWebhook', () => ({
    input: { name: `${tag} other`, url: 'https://receiver.example.com/other', events: ['CLASS_CREATED'] },
  })),
  step('DeleteWebhook', async ({ world }) => {
    const { rows } = await world.services.pool.query<{ id: string }>(
      `select id from webhooks where name = '${tag} other'`,
    );
    return { id: rows[0]?.id ?? '' };
  }),
  step('StartReportExport', () => ({
    input: { report: 'USAGE', period: { from: dayFromNow(-7), to: dayFromNow(0) } },
  })),
];

const atLast = [
  step('RestoreFromTrash', async ({ world }) => {
    const { rows } = await world.services.pool.query<{ id: string }>(
      `update classes set deleted_at = now() where class_name = '${tag} new' returning id`,
    );
    return { input: { kind: 'CLASSES', id: rows[0]?.id ?? '' } };
  }),
  step('EraseProfile', ({ children }) => ({ input: { id: children[0].id, confirmName: 'Renamed' } })),
  step('ChangePassword', () => {
    const password = 'a walk past every list 7';
    return { input: { currentPassword: demoPassword, password, confirmPassword: password } };
  }),
];

/** What is done with textbooks and tools, and what ends the walk. */
export const lastSteps: readonly Step[] = [...books, ...units, ...contents, ...items, ...prints, ...tools, ...atLast];
