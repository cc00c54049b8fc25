import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { login } from '#schema/rest/auth.ts';
import { ownMailServer } from '#tests/support/own-mail-server.ts';
import { quickHash } from '#tests/support/quick-hash.ts';
import { ownWorld } from '#tests/support/world.ts';
import { mailsTo } from './mail-box.ts';
import { addStaff, type Member, send } from './school.ts';

const server = ownMailServer();
const world = ownWorld(() => ({ gateway: false, api: { smtpUrl: server.url } }));
const password = 'はる to なつ';
let passwordHash: string;

const newDevice = (): string => randomBytes(16).toString('base64url');
const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

beforeAll(async () => {
  passwordHash = await quickHash(password);
});

function signIn({ email }: Member, device?: string, typed = password) {
  const request = send(world, login, { body: { email, password: typed } })
    .set('x-forwarded-for', '198.51.100.7')
    .set('user-agent', agent);
  return device === undefined ? request : request.set('x-device', device);
}

test('a sign-in on a new device is mailed, with the device, the network and the way to end it', async () => {
  const teacher = await addStaff(world, { role: 'Teacher', passwordHash });
  await signIn(teacher, newDevice()).expect(200);
  await signIn(teacher, newDevice()).expect(200);
  const [mail] = await mailsTo(server, teacher.email, 1);
  expect(mail?.subject).toBe('New sign-in to your Manabook account');
  expect(mail?.text).toContain('Firefox · Windows');
  expect(mail?.text).toContain('198.51.100.');
  expect(mail?.text).not.toContain('198.51.100.7');
  expect(mail?.text).toContain('/account?lng=en');
});

test('in the person’s language', async () => {
  const teacher = await addStaff(world, { role: 'Teacher', passwordHash, language: 'jp' });
  await signIn(teacher, newDevice()).expect(200);
  await signIn(teacher, newDevice()).expect(200);
  const [mail] = await mailsTo(server, teacher.email, 1);
  expect(mail?.subject).toBe('Manabook：新しい端末からのサインイン');
});

test('nothing is mailed of the first sign-in, a known device, a wrong password or a program', async () => {
  const teacher = await addStaff(world, { role: 'Teacher', passwordHash });
  const own = newDevice();
  await signIn(teacher, own).expect(200);
  await signIn(teacher, own).expect(200);
  await signIn(teacher, newDevice(), 'wrong').expect(401);
  await signIn(teacher).expect(200);
  // The one letter is the last sign-in's: letters go out in order.
  await signIn(teacher, newDevice())
    .set('user-agent', agent.replace('Windows NT 10.0', 'X11; Linux x86_64'))
    .expect(200);
  const [mail] = await mailsTo(server, teacher.email, 1);
  expect(mail?.text).toContain('Linux');
});

test('a browser that keeps no cookies fills no mailbox', async () => {
  const teacher = await addStaff(world, { role: 'Teacher', passwordHash });
  const other = await addStaff(world, { role: 'Teacher', passwordHash });
  for (let time = 0; time < 6; time += 1) await signIn(teacher, newDevice()).expect(200);
  for (let time = 0; time < 2; time += 1) await signIn(other, newDevice()).expect(200);
  // Asked for last, so the others have been sent.
  await mailsTo(server, other.email, 1);
  await mailsTo(server, teacher.email, 3);
});
