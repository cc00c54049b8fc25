import { demoEmail, demoPassword } from '#tests/support/people.ts';

// In milliseconds. An access token ends after a quarter of an hour.
const renewedAfter = 5 * 60_000;

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** A session of the demo school's administrator, which is renewed as it is used. */
export class StaffSession {
  readonly #url: string;
  #tokens: Tokens;
  #renewedAt = performance.now();

  private constructor(url: string, tokens: Tokens) {
    this.#url = url;
    this.#tokens = tokens;
  }

  static async open(url: string): Promise<StaffSession> {
    const person = { email: demoEmail.Administrator, password: demoPassword };
    return new StaffSession(url, await tokensOf(url, 'login', person));
  }

  /** The header of a call. */
  async authorization(): Promise<string> {
    if (performance.now() - this.#renewedAt > renewedAfter) {
      const { refreshToken } = this.#tokens;
      this.#tokens = await tokensOf(this.#url, 'refresh-token', { refreshToken });
      this.#renewedAt = performance.now();
    }
    return `Bearer ${this.#tokens.accessToken}`;
  }
}

async function tokensOf(url: string, action: string, body: object): Promise<Tokens> {
  const response = await fetch(`${url}/api/Auth/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${action}: ${await response.text()}`);
  return (await response.json()) as Tokens;
}
