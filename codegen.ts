import type { CodegenConfig } from '@graphql-codegen/cli';
import { enumerations } from './gateway/graphql/enumerations.ts';

const scalars = { ID: 'string', Date: 'string', DateTime: 'string' };

/** One operations file per room: a student's browser never downloads a staff operation. */
const room = (name: 'shared' | 'staff' | 'student') => ({
  documents: [`web/${name}/**/*.graphql`],
  plugins: ['typescript-operations', 'typescript-react-apollo'],
  config: {
    scalars,
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
  },
});

const config: CodegenConfig = {
  schema: 'schema/graphql/*.graphql',
  ignoreNoDocuments: true,
  generates: {
    'gateway/resolvers.generated.ts': {
      // Resolvers speak the values of /api, in arguments and answers alike.
      plugins: [{ typescript: { enumValues: enumerations } }, 'typescript-resolvers'],
      config: {
        scalars,
        contextType: './context.ts#Context',
        useTypeImports: true,
        enumsAsTypes: true,
        makeResolverTypeCallable: true,
      },
    },
    'web/shared/operations.generated.ts': room('shared'),
    'web/staff/operations.generated.ts': room('staff'),
    'web/student/operations.generated.ts': room('student'),
  },
};

export default config;
