import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Debian's packages of the programs that read the examples of `docs/`. */
export const readersOfExamples = ['nginx', 'caddy', 'systemd', 'openssl'];

/** Lets each program read its example of `docs/`. Resolves to its complaint, by the example's path; '' for none. */
export async function complaintsOfExamples(folder: string): Promise<Readonly<Record<string, string>>> {
  const own = join(folder, 'examples');
  await mkdir(own);
  return {
    'docs/nginx.conf': await complaintOfNginx(own),
    'docs/Caddyfile': await complaintOfCaddy(own),
    'docs/manabook.service': await complaintOfSystemd(own),
  };
}

async function complaintOfNginx(folder: string): Promise<string> {
  const certificate = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=books.example.org', '-days', '2'];
  const files = { key: join(folder, 'privkey.pem'), cert: join(folder, 'fullchain.pem') };
  await run('openssl', ['req', ...certificate, '-keyout', files.key, '-out', files.cert]);
  const site = (await readFile('docs/nginx.conf', 'utf8')).replaceAll('/etc/ssl/manabook', folder);
  const configuration = join(folder, 'nginx.conf');
  await writeFile(configuration, `pid ${folder}/nginx.pid; error_log stderr; events {} http { ${site} }`);
  return complaintOf('/usr/sbin/nginx', ['-t', '-q', '-p', folder, '-c', configuration]);
}

async function complaintOfCaddy(folder: string): Promise<string> {
  const env = { ...process.env, HOME: folder };
  const configuration = ['--config', 'docs/Caddyfile', '--adapter', 'caddyfile'];
  return complaintOf('caddy', ['adapt', '--validate', ...configuration], env);
}

async function complaintOfSystemd(folder: string): Promise<string> {
  const unit = join(folder, 'manabook.service');
  await cp('docs/manabook.service', unit);
  const { failed, stderr } = await ended('systemd-analyze', ['verify', '--man=no', unit]);
  // It reads the machine's own units too, and ends well where it ignores a line.
  const ofUnit = stderr.split('\n').filter((line) => line.includes('manabook.service'));
  return failed && ofUnit.length === 0 ? stderr : ofUnit.join('\n');
}

async function complaintOf(program: string, args: readonly string[], env = process.env): Promise<string> {
  const { failed, stderr } = await ended(program, args, env);
  return failed ? stderr : '';
}

const ended = (program: string, args: readonly string[], env = process.env) =>
  run(program, args, { env }).then(
    ({ stderr }) => ({ failed: false, stderr }),
    ({ stderr = '', message }: { readonly stderr?: string; readonly message: string }) => ({
      failed: true,
      stderr: stderr || message,
    }),
  );
