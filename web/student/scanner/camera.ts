/** A camera that is on. */
export interface Camera {
  readonly stream: MediaStream;
  /** It looks at the child and not away: the picture is then turned round, as a mirror does. */
  readonly facesChild: boolean;
  /** Turns it off; its light goes out. */
  readonly close: () => void;
}

/** Asks for the camera, the one at the back where there are two. Throws the browser's own errors (`troubleOf`). */
export async function openCamera(onEnd: () => void): Promise<Camera> {
  // Browsers give the camera to pages over TLS and of this very machine only.
  if (!('mediaDevices' in navigator)) throw new DOMException('No camera for this page', 'NotSupportedError');
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  const tracks = stream.getVideoTracks();
  for (const track of tracks) track.addEventListener('ended', onEnd);
  return {
    stream,
    facesChild: tracks[0]?.getSettings().facingMode !== 'environment',
    close: () => tracks.forEach((track) => track.stop()),
  };
}
