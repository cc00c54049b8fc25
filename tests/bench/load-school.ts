import { ask } from '#tests/cluster/load.ts';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import type { BuiltService } from './built-service.ts';
import { type Classroom, Device, type Pupil } from './device.ts';
import type { Tally } from './tally.ts';

const perClass = 30;
/** Who begins at once while the school is being filled; nothing is measured then. */
const atOnce = 16;

const login = 'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }';
const create = 'mutation ($input: CreateClassInput!) { createClass(input: $input) { id hashCode: classHashCode } }';

/** Classes of thirty of the demo school's book, each behind an address of its own, made as staff make them. */
async function makeClasses({ url, database }: BuiltService, children: number): Promise<Classroom[]> {
  const input = { email: demoEmail.Administrator, password: demoPassword };
  const signedIn = (await ask(url, login, { input })) as { login: { accessToken: string } };
  const { rows } = await database.query<{ id: string }>(`select id from textbooks where short_code = 'HELLO1'`);
  const year = new Date().getUTCFullYear();
  const fields = { textBookId: rows[0]?.id, startDate: `${year - 1}-04-01`, endDate: `${year + 1}-03-31` };
  const rooms: Classroom[] = [];
  for (let number = 0; number < Math.ceil(children / perClass); number += 1) {
    const made = (await ask(
      url,
      create,
      { input: { ...fields, className: `Class ${number}` } },
      signedIn.login.accessToken,
    )) as { createClass: Pick<Classroom, 'id' | 'hashCode'> };
    rooms.push({ ...made.createClass, address: `10.${Math.floor(number / 250)}.${number % 250}.7` });
  }
  return rooms;
}

/** Fills the school: every child begins on a device, as on a first day. */
export async function fillClasses(service: BuiltService, children: number, tally: Tally): Promise<Pupil[]> {
  const rooms = await makeClasses(service, children);
  const places = Array.from({ length: children }, (_, number) => rooms[Math.floor(number / perClass)]);
  const waiting = places.filter((room) => room !== undefined).values();
  const pupils: Pupil[] = [];
  const begin = async () => {
    for (const room of waiting)
      await Device.use({ url: service.url, tally, room }, async (device) => pupils.push(await device.newProfile()));
  };
  await Promise.all(Array.from({ length: atOnce }, begin));
  return pupils;
}
