/** The global scope of an AudioWorklet, which TypeScript's DOM types lack. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** Samples per message: few enough for a live level meter, many enough not to flood the page with messages. */
const blockSize = 2048;

/** Passes the microphone's samples from the audio thread to the page, so that a busy page loses none. */
class SampleTap extends AudioWorkletProcessor {
  private block = new Float32Array(blockSize);
  private filled = 0;

  process([input]: Float32Array[][]): boolean {
    const samples = input?.[0] ?? [];
    for (const sample of samples) {
      this.block[this.filled] = sample;
      this.filled += 1;
      if (this.filled === blockSize) this.hand();
    }
    return true;
  }

  private hand(): void {
    this.port.postMessage(this.block, [this.block.buffer]);
    this.block = new Float32Array(blockSize);
    this.filled = 0;
  }
}

registerProcessor('sample-tap', SampleTap);
