import type { CallerKind } from '#schema/access.ts';
import type { Operation } from '#schema/rest/operation.ts';
import { makeCall } from './make-call.ts';
import type { Place } from './place.ts';
import type { RightCall } from './sample.ts';
import { makeScene, type Scene } from './scene.ts';
import { specialCalls } from './special-calls.ts';

/** A right call of an operation for whoever will send it, and the rows that it is about. Made from the contract. */
export async function rightCall(operation: Operation, place: Place, caller: CallerKind): Promise<RightCall> {
  const scene = await sceneFor(operation, place, caller);
  const given = (await specialCalls[operation.name]?.(scene)) ?? {};
  const child = caller === 'Student' ? { token: (await scene.callingProfile()).token } : {};
  return { ...child, ...(await makeCall(operation, scene, given)), scene };
}

const looks = new WeakMap<Place, Map<CallerKind, Promise<Scene>>>();

/** Writes get their own rows, so that calls do not interfere. Reads of a caller share theirs. */
async function sceneFor({ method }: Operation, place: Place, caller: CallerKind): Promise<Scene> {
  if (method !== 'GET') return makeScene({ place, caller, school: 'own' });
  const ofPlace = looks.get(place) ?? new Map<CallerKind, Promise<Scene>>();
  looks.set(place, ofPlace);
  const scene = ofPlace.get(caller) ?? sceneToRead(place, caller);
  ofPlace.set(caller, scene);
  return scene;
}

/** With something in each list. */
async function sceneToRead(place: Place, caller: CallerKind): Promise<Scene> {
  const scene = makeScene({ place, caller, school: 'own' });
  await Promise.all([scene.pushAndListenItem(), scene.post(), scene.waitingPost(), scene.user(), scene.apiKey()]);
  return scene;
}
