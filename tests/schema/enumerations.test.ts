import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { concatAST, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { enumerationsOf } from '#gateway/graphql/enumerations.ts';

const files = readdirSync('schema/graphql').map((name) => readFileSync(join('schema/graphql', name), 'utf8'));
const enumerations = enumerationsOf(concatAST(files.map((text) => parse(text))));

describe('the enumerations of the SDL', () => {
  test.each([
    ['ClassStatus', { ACTIVE: 0, INACTIVE: 1 }],
    ['PhoneType', { LANDLINE: 1, MOBILE: 2 }],
    ['SortDirection', { ASC: 'asc', DESC: 'desc' }],
    ['TextBookSortField', { SHORT_CODE: 'shortCode', UNIT_COUNT: 'unitCount', NAME: 'name' }],
    ['TrashKind', { PUSH_AND_LISTEN_ITEMS: 'push_and_listen_items' }],
    ['ApiKeyScope', { TEXT_BOOK_READ: 'TextBook:read' }],
  ])('%s has the values of /api', (name, values) => {
    expect(enumerations[name]).toMatchObject(values);
  });

  test.each([
    ['a value that /api does not have', 'enum ClassStatus { ACTIVE INACTIVE ASLEEP }'],
    ['a value less than /api has', 'enum SortDirection { ASC }'],
    ['the values of numbers under another name', 'enum Asleep { INVITED ACTIVED DEACTIVATED }'],
  ])('do not pass with %s', (_, sdl) => {
    expect(() => enumerationsOf(parse(sdl))).toThrow('The contract has no enumeration');
  });
});
