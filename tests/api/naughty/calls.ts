import { Agent } from 'node:http';
import { randomInt } from 'node:crypto';
import { type CallerKind, mayCall, roles } from '#schema/access.ts';
import { problem } from '#schema/problem.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { type Place, tokenFor } from '../samples/place.ts';
import { rightCall } from '../samples/samples.ts';
import { send, type Sent } from '../school.ts';
import { put } from './put.ts';
import type { Taken } from './read-back.ts';
import { isRead, readers } from './stored.ts';
import { schemaOf, type TextFields } from './texts.ts';
import { changedIn, wrongsIn } from './wrongs.ts';

const everyone: readonly CallerKind[] = [...roles, 'Student', 'Nobody'];
const plain = 'Hello';
const connections = new Agent({ keepAlive: true });

/** Calls of one operation that are valid except for the texts in the given fields. */
export async function callsOf(place: Place, { operation, part, fields }: TextFields) {
  const caller = everyone.find((each) => mayCall(each, operation.access)) ?? 'Nobody';
  const token = await tokenFor(place, caller);
  const staffToken = await tokenFor(place, 'SuperAdmin');
  const freshCall = () => rightCall(operation, place, caller);
  const get = async (read: Operation, sent: Sent): Promise<unknown> =>
    (
      await send(place.world, read, { token: staffToken, ...sent })
        .agent(connections)
        .expect(200)
    ).body;

  const call = async (text: string, into: readonly string[]) => {
    const right = await freshCall();
    // A dry run stores nothing that could be read back.
    const wet = right.body?.dryRun === true ? { dryRun: false } : {};
    const sent = { token, ...right, [part]: put({ ...right[part], ...wet }, into, text) };
    const answer = () => send(place.world, operation, sent).agent(connections).set('x-forwarded-for', anAddress());
    const response = await answer();
    // A timeout on a busy machine proves nothing about the text.
    return { sent, response: response.status === 503 ? await answer() : response };
  };

  const right = (await freshCall())[part] ?? {};
  const refusesPlain = (field: string): boolean => {
    const { error } = schemaOf({ operation, part })?.safeParse(put(right, [field], plain)) ?? {};
    return error?.issues.some(({ path }) => path.join('.') === field) ?? false;
  };

  /**
   * The faults when the text is in all of these fields; fields that a refusal hid are tried again without the others.
   */
  async function wrongs(text: string, into: readonly string[]): Promise<string[]> {
    const { sent, response } = await call(text, into);
    const found = wrongsIn(response, { operation, part, fields: into }, text);
    if (found.length > 0) return found;
    if (response.status < 300)
      return changed({ sent, body: response.body as unknown, get, db: place.world.services.db }, text, into);
    if (into.length === 1) return [];
    const { errors = {} } = problem.parse(response.body);
    const hidden = into.filter((field) => !(field in errors));
    const groups = hidden.length < into.length && hidden.length > 0 ? [hidden] : hidden.map((field) => [field]);
    return (await Promise.all(groups.map((group) => wrongs(text, group)))).flat();
  }

  async function changed(taken: Taken, text: string, into: readonly string[]) {
    const kept = into.filter((field) => isRead(operation.name, field));
    if (kept.length === 0) return [];
    const stored = await readers.get(operation.name)?.read(taken);
    return changedIn(stored ?? {}, { operation, part, fields: kept }, text);
  }

  const takesPlain = async (field: string) => (await call(plain, [field])).response.status < 300;

  /**
   * Groups of fields to try together: a field that refuses every plain text, such as a password, would hide the others.
   */
  async function grouped(): Promise<{ open: string[][]; closed: string[] }> {
    const open: [string[], ...string[][]] = [[]];
    for (const field of fields.filter((each) => !refusesPlain(each)))
      if (await takesPlain(field)) open[0].push(field);
      else open.push([field]);
    return { open: open.filter((group) => group.length > 0), closed: fields.filter(refusesPlain) };
  }

  return { wrongs, grouped };
}

// The API lets one address fail only so often.
const anAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
