import { createHash } from 'node:crypto';
import { InMemoryCache } from '@apollo/client';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { concatAST, Kind, print, separateOperations } from 'graphql';
import type { DefinitionNode, DocumentNode } from 'graphql';

type Output = Exclude<CodegenConfig['generates'][string], readonly unknown[]>;
type Preset = Exclude<Output['preset'], string | undefined>;
type Documents = Parameters<Preset['buildGeneratesSection']>[0]['documents'];

interface PersistedOperation {
  readonly name: string;
  readonly hash: string;
  readonly text: string;
}

// 128 bits. The other half of the hash would add 0.1 kB for every six operations of a child's first visit.
const hashLength = 32;

// Apollo Client adds `__typename` to operations before it sends them; the cache's own transform does so here.
const cache = new InMemoryCache();

function persisted(documents: readonly DocumentNode[]): PersistedOperation[] {
  const all = concatAST(documents);
  const names = all.definitions.flatMap((node) => (node.kind === Kind.OPERATION_DEFINITION ? [node.name?.value] : []));
  refuseTwins(names);
  return Object.entries(separateOperations(all)).map(([name, document]) => {
    const text = print(inOrder(cache.transformDocument(document)));
    return { name, hash: createHash('sha256').update(text).digest('hex').slice(0, hashLength), text };
  });
}

// Puts the operation first and sorts fragments by name, so that the hash does not depend on the order of files.
function inOrder(document: DocumentNode): DocumentNode {
  const placeOf = (node: DefinitionNode) => (node.kind === Kind.FRAGMENT_DEFINITION ? node.name.value : '');
  return { ...document, definitions: document.definitions.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)) };
}

// Refuses two operations with one name: logs, metrics and the clients' tables know operations by name.
function refuseTwins(names: readonly (string | undefined)[]): void {
  const twin = names.find((name, index) => name === undefined || names.indexOf(name) !== index);
  if (twin !== undefined || names.includes(undefined))
    throw new Error(`Operations of the web app need a name of their own: ${twin ?? 'one has none'}.`);
}

const parsed = (documents: Documents, ...rooms: readonly string[]): DocumentNode[] =>
  documents.flatMap(({ document, location = '' }) =>
    document && rooms.some((room) => location.replaceAll('\\', '/').includes(`/web/${room}/`)) ? [document] : [],
  );

/** The gateway's allow-list: the text of every room's operations by hash. */
function manifestModule(documents: Documents): string {
  const rooms = [parsed(documents, 'shared'), ...['staff', 'student'].map((room) => parsed(documents, room, 'shared'))];
  const operations = new Map(rooms.flatMap(persisted).map((operation) => [operation.hash, operation]));
  refuseTwins([...operations.values()].map(({ name }) => name));
  return `/** The web app's own operations, each with the first half of the sha-256 of its text. */
export const persistedOperations = ${JSON.stringify([...operations.values()], null, 2)};
`;
}

/** A room's hashes by operation name. */
function hashesModule(documents: Documents): string {
  const operations = persisted(documents.flatMap(({ document }) => document ?? []));
  return `/** The hashes by which the gateway knows this room's operations. */
export const persisted: Readonly<Record<string, string>> = ${JSON.stringify(
    Object.fromEntries(operations.map(({ name, hash }) => [name, hash])),
    null,
    2,
  )};
`;
}

function presetOf(module: (documents: Documents) => string): Preset {
  const pluginMap = {
    module: { plugin: (_schema: unknown, documents: Documents) => module(documents) },
  };
  return {
    buildGeneratesSection: ({ baseOutputDir, ...options }) => [
      { ...options, filename: baseOutputDir, plugins: [{ module: {} }], pluginMap },
    ],
  };
}

/** Presets of the code generator: the modules that `codegen.ts` writes for the gateway and for each room. */
export const manifestPreset = presetOf(manifestModule);
export const hashesPreset = presetOf(hashesModule);
