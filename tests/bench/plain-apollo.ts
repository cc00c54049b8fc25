import { readdirSync, readFileSync } from 'node:fs';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { ClassStatus } from '#schema/rest/enumerations.ts';
import { memoryPaths } from './gateway-cases.ts';

// Apollo Server as it comes, in front of the same calls: what somebody would write in an afternoon.
interface Context {
  readonly authorization: string;
}

const folder = 'schema/graphql';
const typeDefs = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));

async function get(path: string, { authorization }: Context): Promise<unknown> {
  const answer = await fetch(`${process.env.API_URL}${path}`, { headers: { authorization } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.json();
}

const query = (values: Record<string, string>): string => `?${new URLSearchParams(values).toString()}`;

const resolvers = {
  ClassStatus,
  Query: {
    classes: (_: unknown, { page }: { page: { number: number; size: number } }, context: Context) =>
      get(memoryPaths.classes + query({ PageNumber: String(page.number), PageSize: String(page.size) }), context),
    studentClass: (_: unknown, values: { hashCode: string }, context: Context) =>
      get(memoryPaths.studentClass + query(values), context),
    classUnits: (_: unknown, values: { classHashCode: string }, context: Context) =>
      get(memoryPaths.classUnits + query(values), context),
  },
};

const { url } = await startStandaloneServer(new ApolloServer<Context>({ typeDefs, resolvers }), {
  listen: { port: 0, host: '127.0.0.1' },
  context: async ({ req }) => ({ authorization: req.headers.authorization ?? '' }),
});
process.send?.({ type: 'ready', address: { port: Number(new URL(url).port) } });
process.on('disconnect', () => process.exit(0));
