/**
 * Sends one request at a time. A request that is asked for during another one follows it, once: two requests at the same
 * time could arrive in the wrong order. `send` must not reject.
 */
export function singleFlight(send: () => Promise<unknown>) {
  let isSending = false;
  let isUnsent = false;

  async function run(): Promise<void> {
    isUnsent = true;
    if (isSending) return;
    isSending = true;
    while (isUnsent) {
      isUnsent = false;
      await send();
    }
    isSending = false;
  }

  return { run, isSending: () => isSending };
}
