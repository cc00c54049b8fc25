import { createServer, type IncomingMessage, request as httpRequest, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkHosts } from '#api/app/system/checks/hosts.ts';
import { checkPorts } from '#api/app/system/checks/ports.ts';
import { checkWebsite } from '#api/app/system/checks/website.ts';
import type { SystemCheck } from '#schema/rest/system.ts';
import { freePort } from '#tests/support/ports.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { certificate, key } from './self-signed.ts';

const world = keptWorld();

const findings = (checks: readonly SystemCheck[]): Record<string, string> =>
  Object.fromEntries(checks.map(({ check, finding }) => [check, finding]));

/** Listens until the test's end; gives its address. */
async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the site as a browser meets it', () => {
  /** Passes requests on to the gateway, as a proxy with these habits does. */
  const proxy = ({ forwards, largest }: { forwards: boolean; largest: number }): RequestListener => {
    const { hostname, port } = new URL(world.url);
    return (incoming: IncomingMessage, response) => {
      if (Number(incoming.headers['content-length'] ?? 0) > largest) {
        response.writeHead(413).end();
        return;
      }
      const headers = {
        ...incoming.headers,
        ...(forwards && { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' }),
      };
      const onward = httpRequest({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => response.destroy());
      incoming.pipe(onward);
    };
  };
  const seen = async (publicUrl: string) => findings(await checkWebsite({ publicUrl }));

  test('forwarded headers that nobody trusts and uploads that the proxy refuses are problems', async () => {
    const host = await listening(createServer(proxy({ forwards: true, largest: 1_048_576 })));
    expect(await seen(`http://${host}`)).toMatchObject({ proxy: 'untrusted', uploads: 'tooSmall' });
  });

  test('a proxy that is trusted and takes ten megabytes is right', async () => {
    await world.changeGateway({ trustProxy: 'loopback' });
    const host = await listening(createServer(proxy({ forwards: true, largest: 12_000_000 })));
    expect(await seen(`http://${host}`)).toMatchObject({ website: 'local', proxy: 'ok', uploads: 'ok' });
  });

  test('a count of proxies that is too high, so that visitors choose their address, is a problem', async () => {
    const forwarding = createServer((incoming, response) => {
      // As `$proxy_add_x_forwarded_for` of nginx: after what the visitor sent.
      const claimed = incoming.headers['x-forwarded-for'];
      incoming.headers['x-forwarded-for'] = [...(claimed === undefined ? [] : [claimed]), '198.51.100.7'].join(', ');
      proxy({ forwards: false, largest: 12_000_000 })(incoming, response);
    });
    const url = `http://${await listening(forwarding)}`;
    await world.changeGateway({ trustProxy: 2 });
    expect(await seen(url)).toMatchObject({ proxy: 'forgeable' });
    await world.changeGateway({ trustProxy: 1 });
    expect(await seen(url)).toMatchObject({ proxy: 'ok' });
    expect(await seen(world.url)).toMatchObject({ proxy: 'forgeable' });
    // The doctor itself comes from a trusted address here, and may name any.
    await world.changeGateway({ trustProxy: 'loopback' });
    expect(await seen(url)).toMatchObject({ proxy: 'ok' });
    await world.changeGateway({ trustProxy: false });
    expect(await seen(world.url)).toMatchObject({ proxy: 'direct' });
  });

  test('a certificate that browsers refuse is a problem, and TLS that hides who asked a warning', async () => {
    const plain = proxy({ forwards: false, largest: 12_000_000 });
    const host = await listening(createTlsServer({ key, cert: certificate }, plain));
    const checks = await checkWebsite({ publicUrl: `https://${host}` });
    expect(findings(checks)).toMatchObject({ website: 'ok', certificate: 'untrusted', proxy: 'silent' });
    const reason = { name: 'reason', value: expect.stringMatching(/SELF_SIGNED|UNABLE_TO_VERIFY/) as string };
    expect(checks.find(({ check }) => check === 'certificate')?.values).toContainEqual(reason);
  });

  test('further names that lead here are right, and those that lead nowhere or elsewhere are named', async () => {
    const hosts = async (publicUrl: string, ...allowedHosts: string[]) =>
      (await checkHosts({ publicUrl, allowedHosts })).map(({ finding, values }) => [finding, values[0]?.value]);
    expect(await hosts(world.url)).toEqual([]);
    expect(await hosts(world.url, 'localhost')).toEqual([['ok', 'localhost']]);
    expect(await hosts(world.url, 'gone.invalid', 'localhost')).toEqual([['lost', 'gone.invalid']]);
    const other = await listening(createServer((_, response) => response.end('Welcome to nginx!')));
    expect(await hosts(`http://${other}`, 'localhost')).toEqual([['lost', 'localhost']]);
    const turning = createServer((_, response) => response.writeHead(301, { location: `http://${host}/` }).end());
    const host = await listening(turning);
    expect(await hosts(`http://${host}`, 'localhost')).toEqual([['ok', 'localhost']]);
  });

  test('nobody there, and somebody else there, are told apart', async () => {
    expect(await seen(`http://127.0.0.1:${await freePort()}`)).toEqual({ website: 'unreachable' });
    const host = await listening(createServer((_, response) => response.end('Welcome to nginx!')));
    expect(await seen(`http://${host}`)).toEqual({ website: 'foreign' });
    const [, port = ''] = host.split(':');
    expect((await checkPorts([Number(port)])).finding).toBe('taken');
    expect((await checkPorts([Number(new URL(world.url).port)])).finding).toBe('ok');
    expect((await checkPorts([await freePort()])).finding).toBe('free');
  });
});
