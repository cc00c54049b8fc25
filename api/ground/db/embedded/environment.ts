/** What the server may see of our environment: no PG* variable that would lead it elsewhere, no secret. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP'];
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}
