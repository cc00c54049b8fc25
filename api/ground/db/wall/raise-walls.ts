import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { lockTimeoutMs } from '#api/ground/db/lock-timeout.ts';
import type { Report } from '../migrate.ts';

const tries = 40;
const pauseMs = 500;
const mayTryAgain = ['55P03', '40P01'];

/**
 * Builds the missing parts of the wall between schools. The migration that defines the wall builds it only when its
 * role can be created; an operator may have created the role since. When the wall cannot be built, everything else
 * still works, and the doctor reports what to do.
 */
export async function raiseWalls(url: string, report: Report = () => {}): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'manabook migrations' });
  client.on('error', () => {});
  await client.connect();
  try {
    const stood = await standsNow(client);
    // This runs even when the wall exists: the tables of later migrations need their grants.
    const raised = await raise(client);
    if (!raised) report('the second wall between schools waits for its role: npm run doctor says what to do');
    else if (!stood) report('the second wall between schools stands');
  } finally {
    await client.end();
  }
}

async function standsNow(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ stands: boolean }>('select walls_stand() as stands');
  return rows[0]?.stands === true;
}

async function raise(client: Client): Promise<boolean> {
  for (let tried = 1; ; tried += 1) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
      const { rows } = await client.query<{ raised: boolean }>('select raise_walls() as raised');
      await client.query('commit');
      return rows[0]?.raised === true;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      if (tried === tries || !(error instanceof DatabaseError) || !mayTryAgain.includes(error.code ?? '')) throw error;
      await delay(pauseMs);
    }
  }
}
