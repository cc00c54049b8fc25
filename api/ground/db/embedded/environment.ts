/** The environment for the server: no PG* variable, which would redirect it, and no secret. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP'];
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}
