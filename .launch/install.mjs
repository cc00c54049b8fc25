import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LaunchProblem } from './problem.mjs';
import { runChild } from './run-child.mjs';

/** Installs the packages of package-lock.json unless they are installed. `testing`: the tests' packages too. */
export async function install({ root, progress, testing }) {
  const wanted = await readFile(join(root, 'package-lock.json'), 'utf8');
  const installed = await readFile(join(root, 'node_modules', '.package-lock.json'), 'utf8').catch(() => '');
  // Native packages do not survive a copy of the folder to another kind of machine.
  const stampFile = join(root, 'node_modules', '.manabook-platform');
  const platform = `${process.platform}-${process.arch}`;
  const madeFor = await readFile(stampFile, 'utf8').catch(() => platform);
  if (madeFor === platform && installed && matches({ wanted, installed, testing })) return;
  await progress.step('Installing packages', () => npmCi({ root, testing }));
  await writeFile(stampFile, platform);
}

// npm writes a list of installed packages when it finishes, also after a manual run.
function matches({ wanted, installed, testing }) {
  const have = JSON.parse(installed).packages ?? {};
  return Object.entries(JSON.parse(wanted).packages).every(([path, entry]) => {
    if (path === '' || entry.link || entry.optional || entry.devOptional || entry.peer || (entry.dev && !testing))
      return true;
    return have[path]?.version === entry.version && have[path]?.integrity === entry.integrity;
  });
}

async function npmCi({ root, testing }) {
  const args = ['ci', '--no-audit', '--no-fund', ...(testing ? ['--include=dev'] : [])];
  const cli = process.env.npm_execpath;
  const direct = cli && /npm-cli\.c?js$/.test(cli);
  const command = direct ? process.execPath : 'npm';
  const result = await runChild({
    command,
    args: direct ? [cli, ...args] : args,
    cwd: root,
    shell: !direct && process.platform === 'win32',
  }).catch((error) => {
    if (error.code === 'ENOENT')
      throw new LaunchProblem('npm was not found. Install it, or run "npm ci" in this folder yourself.');
    throw error;
  });
  if (result.code === 0) return;
  const said = result.output.replace(/^npm warn .*\n/gm, '').trim();
  throw new LaunchProblem(
    `${said}\n\n"npm ci" failed, and what it said is above. It needs the package registry and the right to write to ${root}. Mend that and start again.`,
  );
}
