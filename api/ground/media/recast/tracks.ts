import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type InputAudioTrack,
  type InputVideoTrack,
  type Output,
} from 'mediabunny';
import { playable } from './containers.ts';
import { Refused } from './refused.ts';
import { describedWithout, withoutEncoder, withoutMessages } from './stream-texts.ts';
import { withoutComments } from './vorbis.ts';

/** A track that is copied packet by packet. */
export interface Copying {
  /** The time of the next packet in seconds; undefined at the end. */
  readonly next: () => number | undefined;
  /** Goes on from the last packet at or before this time that a decoder can begin with; only before the first copy. */
  beginBefore(time: number): Promise<void>;
  /** Copies the next packet, `shift` seconds later; resolves with its end in seconds. */
  copy(shift: number): Promise<number>;
}

/** Adds a track with the video's packets, codec and rotation to the output, and nothing else. */
export async function copyVideo(track: InputVideoTrack, output: Output): Promise<Copying> {
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()];
  if (codec === null || decoderConfig === null || !fits(codec, output)) throw new Refused('messages.codecNotAllowed');
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, { rotation: await track.getRotation(), flip: await track.getFlip() });
  const { description } = decoderConfig;
  const clean = withoutMessages(codec, description);
  const config = { ...decoderConfig, description: describedWithout(codec, description) };
  return copying(new EncodedPacketSink(track), (packet) =>
    source.add(packet.clone({ data: clean(packet.data) }), { decoderConfig: config }),
  );
}

/** Adds a track with the audio's packets and codec to the output. */
export async function copyAudio(track: InputAudioTrack, output: Output): Promise<Copying> {
  const [codec, config] = [await track.getCodec(), await track.getDecoderConfig()];
  if (codec === null || config === null || !fits(codec, output)) throw new Refused('messages.codecNotAllowed');
  const { description } = config;
  const decoderConfig =
    codec === 'vorbis' && description !== undefined ? { ...config, description: withoutComments(description) } : config;
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  return copying(new EncodedPacketSink(track), (packet) =>
    source.add(packet.clone({ data: withoutEncoder(codec, packet.data) }), { decoderConfig }),
  );
}

const fits = (codec: string, { format }: Output): boolean =>
  playable.test(codec) && format.getSupportedCodecs().some((name) => name === codec);

async function copying(sink: EncodedPacketSink, add: (packet: EncodedPacket) => Promise<void>): Promise<Copying> {
  let packet = await sink.getFirstPacket();
  let usual = 0;
  return {
    next: () => packet?.timestamp,
    async beginBefore(time) {
      packet = (await sink.getKeyPacket(time)) ?? packet;
    },
    async copy(shift) {
      if (packet === null) throw new RangeError('There is no packet left');
      const moved = packet.clone({ timestamp: packet.timestamp + shift });
      await add(moved);
      const following = await sink.getNextPacket(packet);
      // WebM does not store the duration of its last frame, so the frame gets the duration of the previous one.
      if (following) usual = Math.max(0, following.timestamp - packet.timestamp);
      packet = following;
      return moved.timestamp + (moved.duration || usual);
    },
  };
}
