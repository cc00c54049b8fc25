import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '#api/ground/db/client.ts';
import { signInPlaces } from '#api/ground/db/schema.ts';
import { networkOf } from '#api/ground/http/network.ts';
import { hashOf } from './tokens.ts';

/** The origin of a request. */
export interface Origin {
  readonly address: string;
  /** The secret id in the browser's cookie. */
  readonly device: string | undefined;
}

/** The place to which failures of one account count: a device or network where it has signed in, else a stranger's network. */
export interface Place {
  readonly kind: 'device' | 'network' | 'stranger';
  /** The hash of the device or the network. */
  readonly key: string;
}

// Children's devices have another hash, so that a join of the two tables cannot show who shares a tablet with whom.
const deviceKey = (device: string): string => hashOf(`sign-in device ${device}`);
const networkKey = (address: string): string => hashOf(`sign-in network ${networkOf(address)}`);

// An id that no account has. An unknown account takes the same query, so that the timing does not show the difference.
const nobody = '00000000-0000-0000-0000-000000000000';

/** The place of a request: a device or network that the account knows, else a stranger's, as for unknown accounts. */
export async function placeOf(db: Queryable, userId: string | undefined, origin: Origin): Promise<Place> {
  const device = origin.device === undefined ? undefined : deviceKey(origin.device);
  const network = networkKey(origin.address);
  const rows = await db
    .select({ key: signInPlaces.placeHash })
    .from(signInPlaces)
    .where(
      and(
        eq(signInPlaces.userId, userId ?? nobody),
        inArray(signInPlaces.placeHash, device === undefined ? [network] : [device, network]),
      ),
    );
  const knownKeys = new Set(rows.map(({ key }) => key));
  if (device !== undefined && knownKeys.has(device)) return { kind: 'device', key: device };
  return { kind: knownKeys.has(network) ? 'network' : 'stranger', key: network };
}

/** The key of a device where any account's owner has signed in; undefined for other devices. */
export async function knownDeviceKey(db: Queryable, device: string | undefined): Promise<string | undefined> {
  if (device === undefined) return undefined;
  const key = deviceKey(device);
  const [place] = await db
    .select({ key: signInPlaces.placeHash })
    .from(signInPlaces)
    .where(eq(signInPlaces.placeHash, key))
    .limit(1);
  return place?.key;
}

/** Remembers that the account's owner was here. */
export async function rememberPlace(db: Queryable, userId: string, { address, device }: Origin): Promise<void> {
  const keys = [networkKey(address), ...(device === undefined ? [] : [deviceKey(device)])];
  const lastUsedAt = new Date();
  await db
    .insert(signInPlaces)
    // In one order, so that two sign-ins at once do not deadlock.
    .values(keys.sort().map((placeHash) => ({ userId, placeHash, lastUsedAt })))
    .onConflictDoUpdate({ target: [signInPlaces.userId, signInPlaces.placeHash], set: { lastUsedAt } });
}
