import { expect, test } from 'vitest';
import { fieldErrors } from '#schema/problem.ts';
import { signInProviderRules } from '#schema/rules/sign-in-providers.ts';

const provider = {
  name: 'The district',
  issuer: 'https://id.example.com/realm',
  clientId: 'manabook',
  domains: ['school.example'],
  roles: ['Teacher'],
  createsTeachers: false,
};

const errorsOf = (changes: object) => {
  const { error } = signInProviderRules.safeParse({ ...provider, ...changes });
  return error ? fieldErrors(error) : {};
};

test.each([
  'https://id.example.com',
  'https://id.example.com:8443/realms/school',
  'http://localhost:9000',
  'http://127.0.0.1:9000/realm',
])('a provider may name itself %s', (issuer) => {
  expect(errorsOf({ issuer })).toEqual({});
});

test.each([
  'https://teacher@id.example.com',
  'https://:secret@id.example.com',
  'https://teacher:secret@id.example.com',
  'https://id.example.com/?realm=1',
  'https://id.example.com/#realm',
  'http://id.example.com',
  'ftp://id.example.com',
  'id.example.com',
])('a provider does not name itself %s', (issuer) => {
  expect(errorsOf({ issuer })).toEqual({ issuer: ['messages.issuerInvalid'] });
});

test.each([
  ['school.example', true],
  ['SCHOOL.example ', true],
  ['a-b.school.example', true],
  ['school', false],
  ['-school.example', false],
  ['school-.example', false],
  ['school..example', false],
  [`${'a'.repeat(64)}.example`, false],
  ['学校.example', false],
])('%j as a domain is right: %s', (domain, isRight) => {
  const [message] = Object.values(errorsOf({ domains: [domain] })).flat();
  expect(message).toBe(isRight ? undefined : 'messages.domainInvalid');
});
