/** Whether an address leads browsers to the machine that they run on, so that no other device can open it. */
export function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127(\.\d+){3}$/.test(hostname) ||
    hostname === '[::1]'
  );
}
