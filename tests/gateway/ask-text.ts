import request from 'supertest';
import { z } from 'zod';
import { startGateway } from './start-gateway.ts';

const answer = z.object({
  data: z.record(z.string(), z.unknown()),
  errors: z.array(z.object({ path: z.array(z.unknown()), extensions: z.object({ code: z.string() }) })).default([]),
});

/** Sends a text of somebody's own to a gateway before an /api. Answers what came, and the calls of /api behind it. */
export const askerOf =
  (world: { readonly apiUrl: string }) =>
  async (token: string, query: string, variables: object = {}, freeOperations: 'staff' | 'everyone' = 'staff') => {
    const gateway = await startGateway({ url: world.apiUrl }, { freeOperations });
    const sent = request(gateway.url).post('/graphql').set('authorization', `Bearer ${token}`);
    const response = await sent.send({ query, variables }).expect(200);
    const calls = gateway.lines.flatMap((line) => {
      const { msg, operation } = z
        .looseObject({ msg: z.string(), operation: z.string().optional() })
        .parse(JSON.parse(line));
      return msg === 'call' && operation !== undefined && operation !== 'admission' ? [operation] : [];
    });
    return { ...answer.parse(response.body), calls };
  };
