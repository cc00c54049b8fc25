import { signStudentToken } from '#api/auth/tokens.ts';
import type { Device, DeviceOptions } from './browser.ts';
import type { Product } from './product.ts';

/** A child of the demo school, with a work on a wall. */
export interface Child {
  readonly profileId: string;
  readonly name: string;
  readonly animal: string;
  readonly classId: string;
  /** The class's hash code. */
  readonly classCode: string;
  readonly postId: string;
}

/** Who put a work of this title on the wall. */
export async function childWhoMade({ world }: Product, title: string): Promise<Child> {
  const { rows } = await world.services.pool.query<Child>(
    `select profile_id as "profileId", name, animal, class_id as "classId", class_hash_code as "classCode",
            community_posts.id as "postId"
       from community_posts join profiles on profiles.id = profile_id join classes on classes.id = class_id
      where title = $1`,
    [title],
  );
  const [child] = rows;
  if (!child) throw new Error(`nobody in the demo school made “${title}”`);
  return child;
}

/** A device in the hands of a child, at an address. */
export async function childDevice(
  { world, browser }: Product,
  { profileId, name, animal }: Child,
  path: string,
  options: DeviceOptions = {},
): Promise<Device> {
  const device = await browser.device(options);
  const token = await signStudentToken(world.services.secrets, profileId);
  const profile = { id: profileId, name, animal, token, classIds: [], place: null };
  await device.page.goto(`${world.url}/student/class-completed`);
  await device.page.evaluate((held) => {
    localStorage.setItem('profiles', JSON.stringify([held]));
    sessionStorage.setItem('student', JSON.stringify({ info: { id: held.id }, previousInfo: null }));
  }, profile);
  await device.page.goto(`${world.url}${path}`);
  return device;
}
