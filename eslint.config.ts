import graphql from '@graphql-eslint/eslint-plugin';
import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import compat from 'eslint-plugin-compat';
import esx from 'eslint-plugin-es-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const graphqlLanguage = {
  parser: graphql.parser,
  parserOptions: { graphQLConfig: { schema: 'schema/graphql/*.graphql', documents: 'web/**/*.graphql' } },
};

export default tseslint.config(
  { ignores: ['dist', 'data', 'coverage', 'shots', '**/*.generated.ts', 'api/ground/db/migrations'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [js.configs.recommended, ...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // A React event handler may be async: the screen handles its errors.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      // Express handlers and route handlers are async by contract, with or without an await inside.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/only-throw-error': 'off',
      'no-console': 'off',
      eqeqeq: 'error',
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended, jsxA11y.flatConfigs.strict],
    rules: {
      // Safari drops the role of a cell that CSS displays as a block (the cards on a phone), so the role is explicit.
      'jsx-a11y/no-interactive-element-to-noninteractive-role': [
        'error',
        { tr: ['none', 'presentation'], td: ['cell'] },
      ],
    },
  },
  {
    // The code that the oldest browsers of package.json's browserslist run: the web app, and the contract that it shares.
    files: ['web/**/*.{ts,tsx}', 'schema/**/*.ts'],
    ignores: ['web/build/**'],
    extends: [compat.configs['flat/recommended'], esx.configs['flat/restrict-to-es2022']],
    rules: {
      // ES2023 that all of them have.
      'es-x/no-array-prototype-findlast-findlastindex': 'off',
      'es-x/no-regexp-lookbehind-assertions': 'error',
      'es-x/no-class-static-block': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'AbortSignal', property: 'any', message: 'Safari has it since 17.4: use signalWithin.' },
        { object: 'URL', property: 'canParse', message: 'Safari has it since 17: use urlOf.' },
        { object: 'Response', property: 'json', message: 'Safari has it since 17.' },
        { object: 'URL', property: 'parse', message: 'Safari has it since 18: use urlOf.' },
      ],
    },
  },
  {
    files: ['web/staff/**/*.tsx'],
    ignores: ['web/staff/ui/controls/select.tsx'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: '@blueprintjs/core',
          importNames: ['HTMLSelect'],
          message: 'Its arrow has an English title: use Select of ui/controls/select.tsx.',
        },
      ],
    },
  },
  {
    files: [
      'web/student/features/{community,posting}/**/*.tsx',
      'web/student/ui/controls/film.tsx',
      'web/staff/features/{community,sounds,push-and-listen,students}/**/*.tsx',
    ],
    // A child's video has no captions; its maker and title stand below it. For a sound, its name is its text.
    rules: { 'jsx-a11y/media-has-caption': 'off' },
  },
  {
    files: ['**/*.{js,mjs}'],
    extends: [js.configs.recommended],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly', setTimeout: 'readonly' } },
  },
  {
    files: ['schema/graphql/*.graphql'],
    languageOptions: graphqlLanguage,
    plugins: { '@graphql-eslint': graphql },
    rules: {
      ...graphql.configs['flat/schema-recommended'].rules,
      '@graphql-eslint/strict-id-in-types': 'off',
      // A description of one line is in quotes, a longer one in a block string.
      '@graphql-eslint/description-style': 'off',
      // The schema is the integrators' manual.
      '@graphql-eslint/require-description': [
        'error',
        {
          ...{ types: true, FieldDefinition: true, InputValueDefinition: true, EnumValueDefinition: true },
          // The contract says what an operation does (tests/schema/manual.test.ts).
          ignoredSelectors: [
            ':matches(ObjectTypeDefinition, ObjectTypeExtension)[name.value=/^(Query|Mutation)$/] > FieldDefinition',
          ],
        },
      ],
      // The spec's own words: className, classCode, classHashCode.
      '@graphql-eslint/no-typename-prefix': 'off',
    },
  },
  {
    // The gateway writes `@cost` and `@listSize` into the SDL that it publishes.
    files: ['schema/graphql/base.graphql'],
    rules: { '@graphql-eslint/no-unreachable-types': 'off' },
  },
  {
    files: ['web/**/*.graphql'],
    languageOptions: graphqlLanguage,
    plugins: { '@graphql-eslint': graphql },
    rules: {
      ...graphql.configs['flat/operations-recommended'].rules,
      '@graphql-eslint/require-import-fragment': 'off',
      '@graphql-eslint/selection-set-depth': 'off',
    },
  },
  {
    // The rows have a deprecated id of the content that they are about.
    files: ['web/staff/features/activity/activity.graphql'],
    rules: { '@graphql-eslint/require-selections': 'off' },
  },
);
