// A microphone and a recorder for tests, which decide what is recorded and for how long.
import { vi } from 'vitest'

class FakeTrack extends EventTarget {
  readyState = 'live'
  stop() {
    this.readyState = 'ended'
  }
}

class FakeStream {
  readonly tracks = [new FakeTrack()]
  getTracks() {
    return this.tracks
  }
}

class FakeRecorder extends EventTarget {
  state = 'inactive'
  readonly stream: FakeStream
  readonly options: MediaRecorderOptions
  readonly mimeType: string
  timeslice: number | undefined

  constructor(stream: FakeStream, options: MediaRecorderOptions) {
    super()
    this.stream = stream
    this.options = options
    this.mimeType = options.mimeType ?? 'audio/webm;codecs=opus'
    device?.recorders.push(this)
  }

  static isTypeSupported = (type: string) => device?.supported.includes(type) ?? false

  start(timeslice?: number) {
    this.timeslice = timeslice
    this.state = 'recording'
    this.dispatchEvent(new Event('start'))
  }

  stop() {
    this.state = 'inactive'
    this.deliver(device?.said ?? '')
    this.dispatchEvent(new Event('stop'))
  }

  deliver(data: string) {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([data]) }))
  }
}

interface Device {
  recorders: FakeRecorder[]
  streams: FakeStream[]
  supported: string[]
  /** The content of the recording. */
  said: string
  getUserMedia: ReturnType<typeof vi.fn<(constraints: MediaStreamConstraints) => Promise<FakeStream>>>
}

let device: Device | undefined

/** Installs a microphone in the test's browser. `vi.unstubAllGlobals` removes the recorder. */
export function plugIn(): Device {
  const plugged: Device = {
    recorders: [],
    streams: [],
    supported: ['audio/webm;codecs=opus', 'audio/mp4'],
    said: 'sound',
    getUserMedia: vi.fn(async () => {
      const stream = new FakeStream()
      plugged.streams.push(stream)
      return stream
    })
  }
  device = plugged
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  browserOf('Google Inc.')
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: plugged.getUserMedia }
  })
  return plugged
}

export const browserOf = (vendor: string) =>
  Object.defineProperty(navigator, 'vendor', { configurable: true, value: vendor })

export function unplug(): void {
  device = undefined
  Reflect.deleteProperty(navigator, 'mediaDevices')
  Reflect.deleteProperty(navigator, 'vendor')
}

/** Advances the clock that measures recordings; `performance` must be faked. */
export const speakFor = (ms: number) => void vi.advanceTimersByTime(ms)

export const openTracks = ({ streams }: Device): number =>
  streams.flatMap((stream) => stream.tracks).filter(({ readyState }) => readyState === 'live').length
