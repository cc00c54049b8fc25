import { signStudentToken } from '#api/domains/auth/tokens.ts';
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

const works = `select profile_id as "profileId", name, animal, class_id as "classId", class_hash_code as "classCode",
    community_posts.id as "postId"
  from community_posts join profiles on profiles.id = profile_id join classes on classes.id = class_id`;

/** Who put a work of this title on the wall. */
export async function childWhoMade({ world }: Pick<Product, 'world'>, title: string): Promise<Child> {
  const { rows } = await world.services.pool.query<Child>(`${works} where title = $1`, [title]);
  const [child] = rows;
  if (!child) throw new Error(`nobody in the demo school made “${title}”`);
  return child;
}

/** Who put a recording on the wall. */
export async function childWhoRecorded({ world }: Pick<Product, 'world'>): Promise<Child> {
  const { rows } = await world.services.pool.query<Child>(
    `${works} where kind = 'record' and state = 'approved' order by community_posts.id limit 1`,
  );
  const [child] = rows;
  if (!child) throw new Error('nobody in the demo school has recorded');
  return child;
}

/** A child's profile as a device keeps it, before it was in any class. */
export async function storedProfile(
  { world }: Pick<Product, 'world'>,
  { profileId: id, name, animal }: Pick<Child, 'profileId' | 'name' | 'animal'>,
) {
  return { id, name, animal, token: await signStudentToken(world.services.secrets, id), classIds: [], place: null };
}

/** Makes a device remember a profile, who is there from the start: at first only, what the page changes stays. */
export async function hold(
  product: Pick<Product, 'world'>,
  { context }: Pick<Device, 'context'>,
  child: Pick<Child, 'profileId' | 'name' | 'animal'>,
): Promise<void> {
  await context.addInitScript(
    (profile) => {
      // Frames that may keep nothing, as those of films and games, hold nobody.
      if (window !== window.top || sessionStorage.getItem('student') !== null) return;
      localStorage.setItem('profiles', JSON.stringify([profile]));
      sessionStorage.setItem('student', JSON.stringify({ info: { id: profile.id }, previousInfo: null }));
    },
    await storedProfile(product, child),
  );
}

/** A device in the hands of a child, at an address. */
export async function childDevice(
  product: Product,
  child: Child,
  path: string,
  options: DeviceOptions = {},
): Promise<Device> {
  const device = await product.browser.device(options);
  await hold(product, device, child);
  await device.page.goto(`${product.world.url}${path}`);
  return device;
}
