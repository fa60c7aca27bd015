// Writes a recording as WAV: the browser decodes it, the samples are stored as they are (RIFF, PCM of 16 bits).

const headBytes = 44
/** That of all recordings that are made here, and of compact discs. */
const sampleRate = 44_100

/** The samples of all channels, -1 to 1, as one WAV file. */
export function wavOf(channels: readonly Float32Array[], rate: number): Blob {
  const frames = channels[0]?.length ?? 0
  const blockBytes = channels.length * 2
  const view = new DataView(new ArrayBuffer(headBytes + frames * blockBytes))
  const name = (at: number, text: string) => {
    for (let index = 0; index < text.length; index++) view.setUint8(at + index, text.charCodeAt(index))
  }
  name(0, 'RIFF')
  view.setUint32(4, view.byteLength - 8, true)
  name(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, channels.length, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * blockBytes, true)
  view.setUint16(32, blockBytes, true)
  view.setUint16(34, 16, true)
  name(36, 'data')
  view.setUint32(40, frames * blockBytes, true)
  for (const [channel, samples] of channels.entries())
    for (let frame = 0; frame < frames; frame++) {
      const sample = Math.max(-1, Math.min(1, samples[frame] ?? 0))
      view.setInt16(headBytes + frame * blockBytes + channel * 2, Math.round(sample * 32_767), true)
    }
  return new Blob([view.buffer], { type: 'audio/wav' })
}

/** @throws Error when the browser cannot decode the recording */
export async function soundAsWav(source: Blob): Promise<Blob> {
  const context = new OfflineAudioContext(1, 1, sampleRate)
  const decoded = await context.decodeAudioData(await source.arrayBuffer())
  const channels = Array.from({ length: decoded.numberOfChannels }, (_, index) => decoded.getChannelData(index))
  return wavOf(channels, decoded.sampleRate)
}
