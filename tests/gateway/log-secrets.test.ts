import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import request from 'supertest';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import { demoSchoolOf } from '#api/demo/demo-school.ts';
import { startWorld, type World } from '#tests/support/world.ts';
import { startGateway } from './start-gateway.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ gateway: false });
});
afterAll(() => world.close());

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

test('the log of a busy session, down to its least line, holds no token, password, code or address', async () => {
  const gateway = await startGateway({ url: world.apiUrl });
  const { url, lines } = gateway;
  const graphql = (query: string, variables?: object) => gateway.graphql(query, variables);
  const school = await demoSchoolOf(world.services);
  const hashCode = school?.classUrl.split('/').at(-1) ?? '';
  const email = demoEmail.Administrator;
  const login = 'mutation Login($input: LoginInput!) { login(input: $input) { accessToken refreshToken } }';
  const { body } = (await graphql(login, { input: { email, password: demoPassword } })) as {
    body: { data: { login: Tokens } };
  };
  const { accessToken, refreshToken } = body.data.login;
  const asStaff = { authorization: `Bearer ${accessToken}`, 'x-refresh-token': refreshToken };

  await graphql('{ allClasses { className } }').set(asStaff);
  const joined = await graphql(
    'mutation ($input: CreateStudentInput!) { createStudent(input: $input) { id name token } }',
    { input: { name: 'Hanako-himitsu', animal: 'CAT', classHashCode: hashCode } },
  );
  const { createStudent } = (joined.body as { data: { createStudent: { token: string } } }).data;
  await graphql(`{ studentClass(hashCode: "${hashCode}") { className } }`).set('authorization', createStudent.token);
  await graphql(`
    {
      users(filter: { searchText: "himitsu" }) {
        items {
          email
        }
      }
    }
  `).set(asStaff);
  await graphql('mutation ($input: LoginInput!) { login(input: $input) { accessToken } }', {
    input: { email, password: 'wrong-himitsu' },
  });
  await request(url).post('/graphql').type('json').send(`{"query": "himitsu`);
  await request(url).get(`/student/class/${hashCode}?token=himitsu`);
  await request(url).get('/media/0193/himitsu.png?signature=himitsu');
  await request(url).get('/nowhere/himitsu');
  await graphql('mutation { logout }').set(asStaff);

  const requests = () => lines.filter((line) => line.includes('"msg":"request"'));
  await vi.waitFor(() => expect(requests()).toHaveLength(11), 60_000);
  const log = lines.join('');
  const secrets = [accessToken, refreshToken, createStudent.token, hashCode, email, demoPassword, 'himitsu', 'eyJ'];
  // An empty one would be found nowhere.
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(2);
  for (const secret of secrets) expect(log).not.toContain(secret);
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty('requestId');
});
