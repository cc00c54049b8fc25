/** What the audio thread offers to a processor; TypeScript's DOM knows only the other side. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** Samples in one message: few enough for a level that moves, many enough not to crowd the page. */
const blockSize = 2048;

/** Hands the samples of the microphone to the page, on the audio's own thread, so that a busy page loses none. */
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
