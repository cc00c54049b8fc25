import { readdirSync, readFileSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { concatAST, parse } from 'graphql';
import { entityTypes } from './gateway/graph/look-ups.ts';
import { subjects } from './gateway/graph/subjects.ts';
import { enumerationsOf } from './gateway/graphql/enumerations.ts';
import { hashesPreset, manifestPreset } from './web/build/persisted-operations.ts';

const folder = 'schema/graphql';
const sdl = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
const enumValues = enumerationsOf(concatAST(sdl.map((name) => parse(readFileSync(`${folder}/${name}`, 'utf8')))));

const scalars = { ID: 'string', Date: 'string', DateTime: 'string', Upload: 'Blob', JSON: 'unknown' };

/** Operations of the students' room that its first chunk does not need, each with its types beside it. */
const lazy = readdirSync('web/student', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.lazy.graphql'))
  .map((name) => `web/student/${name}`);

/** One operations file per room: a student's browser never downloads a staff operation. */
const room = (name: 'shared' | 'staff' | 'student') => operations(`web/${name}/**/*.graphql`, '!**/*.lazy.graphql');

const operations = (...documents: readonly string[]) => ({
  documents: [...documents],
  plugins: ['typescript-operations', 'typescript-react-apollo'],
  config: {
    scalars,
    // Only the component that declares a fragment can read its fields (`unmask`, web/shared/apollo/masks.ts). The masks
    // are types only, so the bundle does not contain them.
    inlineFragmentTypes: 'mask',
    documentMode: 'documentNode',
    dedupeFragments: true,
    optimizeDocumentNode: true,
    useTypeImports: true,
    enumsAsTypes: true,
    apolloReactHooksImportFrom: '#web/shared/apollo/hooks.ts',
    apolloReactCommonImportFrom: '#web/shared/apollo/hooks.ts',
    withMutationFn: false,
    withResultType: false,
    withMutationOptionsType: false,
    // On an error our Apollo clients give the caller no data, so a field with `@semanticNonNull` is never null in the data.
    nullability: { errorHandlingClient: true },
  },
});

/** Generates the hashes of a web app's operations, including the shared ones. */
const hashes = (name: 'staff' | 'student') => ({
  documents: [`web/{${name},shared}/**/*.graphql`],
  preset: hashesPreset,
});

const config: CodegenConfig = {
  schema: 'schema/graphql/*.graphql',
  ignoreNoDocuments: true,
  generates: {
    'gateway/resolvers.generated.ts': {
      // Resolvers take and return the enumeration values of /api.
      plugins: [{ typescript: { enumValues } }, 'typescript-resolvers'],
      config: {
        scalars: { ...scalars, Upload: './uploads/form-files.ts#Upload' },
        contextType: './context.ts#Context',
        useTypeImports: true,
        enumsAsTypes: true,
        makeResolverTypeCallable: true,
        // A row that names an entity holds a part of it; gateway/graph reads the rest. A row about an entity is its facts too.
        mappers: {
          ...Object.fromEntries(entityTypes.map((type) => [type, "Pick<{T}, 'id'> & Partial<{T}>"])),
          ...Object.fromEntries(Object.entries(subjects).map(([type, field]) => [type, `Omit<{T}, '${field}'>`])),
        },
      },
    },
    'web/shared/operations.generated.ts': room('shared'),
    'web/staff/operations.generated.ts': room('staff'),
    'web/student/operations.generated.ts': room('student'),
    ...Object.fromEntries(
      lazy.map((path) => [
        path.replace(/graphql$/, 'generated.ts'),
        operations(path, 'web/student/**/*.fragment.graphql'),
      ]),
    ),
    'gateway/manifest.generated.ts': { documents: ['web/{shared,staff,student}/**/*.graphql'], preset: manifestPreset },
    'web/staff/persisted.generated.ts': hashes('staff'),
    'web/student/persisted.generated.ts': hashes('student'),
  },
};

export default config;
