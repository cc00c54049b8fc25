const NEEDED = [20, 19];

/** Exits with a clear message when Node is too old, before newer syntax is loaded. */
export function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return;
  console.error(`Manabook needs Node.js ${NEEDED.join('.')} or newer. This is ${process.versions.node}.`);
  process.exit(1);
}
