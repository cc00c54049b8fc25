import type { CDPSession } from 'playwright-core';

/** A school's bad day, as Lighthouse has it: 1.6 Mbit/s with 150 ms of delay and a processor four times slower. */
export async function slowDown(devtools: CDPSession): Promise<void> {
  const bytesPerSecond = 1_600_000 / 8;
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}
