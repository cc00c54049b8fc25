import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hashOf } from '#api/domains/auth/tokens.ts';
import { installation } from '#api/ground/db/schema.ts';
import { graphql } from '#tests/support/people.ts';
import { freePort } from '#tests/support/ports.ts';
import { ownWorld } from '#tests/support/world.ts';

const token = 'a-printed-token';
const world = ownWorld({ onRestart: () => void (restarts += 1) });
let restarts = 0;

/** As a first start prints it. */
const print = (endsInMs: number) =>
  world.services.db
    .update(installation)
    .set({ firstRunKeyHash: hashOf(token), firstRunEndsAt: new Date(Date.now() + endsInMs) });

const password = 'quiet river stones';
const input = {
  token,
  schoolName: 'Sunflower School',
  language: 'JP',
  firstName: 'Aya',
  lastName: 'Sato',
  email: 'aya@sunflower.example.org',
  password,
  confirmPassword: password,
};
const look = (link: string) =>
  graphql(
    world,
    `
      query ($token: String!) {
        firstRun(token: $token) {
          publicUrl
          timeZone
          sendsMail
          mailServer
          bucket
          restarts
          chooses {
            timeZone
            publicUrl
            mail
            storage
          }
        }
      }
    `,
    { token: link },
  );
const setUp = (over: Record<string, unknown> = {}) =>
  graphql<{ setUpSchool: { role: string; accessToken: string } }>(
    world,
    'mutation ($input: SetUpSchoolInput!) { setUpSchool(input: $input) { role accessToken } }',
    { input: { ...input, ...over } },
  );

const refused = (code: string) => ({ extensions: { code, messageKey: 'messages.linkInvalid' } });
const ended = { extensions: { code: 'BAD_USER_INPUT', messageKey: 'messages.linkExpired' } };

describe('the printed link through GraphQL', () => {
  test('is refused when it is wrong, and when its day is over', async () => {
    await print(3_600_000);
    expect((await look('another')).errors).toMatchObject([refused('NOT_FOUND')]);
    expect((await setUp({ token: 'another' })).errors).toMatchObject([refused('BAD_USER_INPUT')]);
    await print(-1_000);
    expect((await look(token)).errors).toMatchObject([ended]);
    expect((await setUp()).errors).toMatchObject([ended]);
  });

  test('tells the message of each field that cannot be used, and is not used up by it', async () => {
    await print(3_600_000);
    const { errors } = await setUp({ schoolName: ' ', email: 'aya', password: 'short', confirmPassword: 'shorter' });
    expect(errors).toMatchObject([
      {
        extensions: {
          code: 'BAD_USER_INPUT',
          fields: {
            schoolName: ['messages.schoolNameRequire'],
            email: ['messages.invalidEmail'],
            password: ['messages.passMinLength'],
          },
        },
      },
    ]);
    const common = await setUp({ password: 'learn-together', confirmPassword: 'learn-together' });
    expect(common.errors?.[0]?.extensions).toMatchObject({ fields: { password: ['messages.passwordTooCommon'] } });
    expect(await look(token)).toMatchObject({
      data: {
        firstRun: {
          ...{ publicUrl: world.url, timeZone: 'Asia/Tokyo', sendsMail: false, mailServer: null, bucket: null },
          restarts: true,
          chooses: { timeZone: true, publicUrl: true, mail: true, storage: true },
        },
      },
    });
  });

  test('tells the message of each setting that cannot be used, whoever has the link and nobody else', async () => {
    await print(3_600_000);
    const settings = { timeZone: 'IST', publicUrl: 'books', sendsMail: true, smtpPort: 25, usesBucket: true };
    expect((await setUp(settings)).errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: {
        timeZone: ['messages.invalidTimeZone'],
        publicUrl: ['messages.invalidAddress'],
        smtpHost: ['messages.smtpHostRequire'],
        s3Bucket: ['messages.bucketRequire'],
      },
    });
    const nowhere = { sendsMail: true, smtpHost: '127.0.0.1', smtpPort: await freePort() };
    expect((await setUp(nowhere)).errors?.[0]?.extensions).toMatchObject({
      fields: { smtpHost: ['messages.mailServerUnreachable'] },
    });
    const stranger = await setUp({ ...nowhere, token: 'another' });
    expect(stranger.errors).toMatchObject([refused('BAD_USER_INPUT')]);
    expect(restarts).toBe(0);
  });

  test('sets the school up and signs its administrator in, once', async () => {
    const { data } = await setUp({ timeZone: 'Asia/Seoul', usesBucket: false });
    expect(restarts).toBe(1);
    const file = join(world.services.settings.dataDir, 'settings.env');
    expect(await readFile(file, 'utf8')).toContain('SCHOOL_TIME_ZONE=Asia/Seoul\n');
    expect(data?.setUpSchool.role).toBe('SUPER_ADMIN');
    const users = await graphql(
      world,
      '{ users { totalCount } }',
      {},
      { authorization: `Bearer ${data?.setUpSchool.accessToken}` },
    );
    expect(users.errors).toBeUndefined();
    expect((await look(token)).errors).toMatchObject([refused('NOT_FOUND')]);
    expect((await setUp({ email: 'other@sunflower.example.org' })).errors).toMatchObject([refused('BAD_USER_INPUT')]);
  });

  test('opens nothing that is set up already, though it were printed', async () => {
    await print(3_600_000);
    expect((await look(token)).errors).toMatchObject([refused('NOT_FOUND')]);
    expect((await setUp({ email: 'other@sunflower.example.org' })).errors).toMatchObject([refused('BAD_USER_INPUT')]);
  });
});
