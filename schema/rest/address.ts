import { z } from 'zod';
import { anyone } from '../access.ts';
import { operation } from './operation.ts';

export const visitorAddress = operation({
  name: 'visitorAddress',
  method: 'GET',
  path: '/ip',
  summary: "The caller's public address as the server sees it, IPv4 or IPv6.",
  access: anyone,
  query: z.object({ format: z.literal('json').default('json') }),
  response: z.object({ ip: z.string() }),
  names: { format: null },
});
