import type { CodegenConfig } from '@graphql-codegen/cli';

/** Enumerations whose value on the wire of /api is not their GraphQL name. */
const restEnumerations = {
  ClassStatus: '../schema/rest/enumerations.ts#ClassStatus',
  ContentType: '../schema/rest/enumerations.ts#ContentType',
  Role: '../schema/access.ts#Role',
  Animal: '../schema/rules/profile-name.ts#AnimalName',
  ClassSortField: '../schema/rest/classes.ts#ClassSortField',
  SortDirection: '../schema/rest/paging.ts#SortDirection',
};

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
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        scalars,
        enumValues: restEnumerations,
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
