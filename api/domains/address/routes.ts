import { type Route, route } from '#api/ground/http/route.ts';
import { visitorAddress } from '#schema/rest/address.ts';

export function addressRoutes(): Route[] {
  return [route(visitorAddress, async ({ address }) => ({ ip: address.replace(/^::ffff:/i, '') }))];
}
