/** An event of a stream of server-sent events. */
export interface StreamEvent {
  readonly id: string;
  readonly data: string;
}

/**
 * Parses server-sent events. `EventSource` cannot send the token in a header, and a token in the URL would appear in
 * the logs of proxies.
 */
export function createEventReader(onEvent: (event: StreamEvent) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const values = new Map<string, string>();
      for (const line of block.split('\n')) {
        const at = line.indexOf(': ');
        // The gateway sends comments only as heartbeats, so they are skipped.
        if (at > 0) values.set(line.slice(0, at), line.slice(at + 2));
      }
      const data = values.get('data');
      if (data !== undefined) onEvent({ id: values.get('id') ?? '', data });
    }
  };
}
