import { useEffect, useRef } from 'react'

const barCount = 9
const barPauseMs = 70
/** Speech uses only a small part of the range of a microphone. */
const gain = 5

/** Loudness from 0 to 1. */
function levelOf(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return Math.min(1, Math.sqrt(sum / samples.length) * gain)
}

/** Calls back with the loudness of a stream. Returns a function that stops it. */
function watchLevel(stream: MediaStream, onLevel: (level: number) => void): () => void {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    onLevel(levelOf(samples))
  }, barPauseMs)
  return () => {
    clearInterval(timer)
    void context.close()
  }
}

/** Bars that move with the voice, so that the user sees that the microphone works. */
export function LevelMeter({ stream }: { stream: MediaStream }) {
  const meter = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    if (!('AudioContext' in window)) return undefined
    const bars = [...(meter.current?.children ?? [])].filter((bar) => bar instanceof HTMLElement)
    const levels = bars.map(() => 0)
    return watchLevel(stream, (level) => {
      levels.push(level)
      levels.shift()
      for (const [index, bar] of bars.entries()) bar.style.scale = `1 ${Math.max(0.12, levels[index] ?? 0)}`
    })
  }, [stream])

  return (
    <span ref={meter} aria-hidden className="flex h-5 items-center gap-0.5 text-accent">
      {Array.from({ length: barCount }, (_, index) => (
        <span key={index} className="h-full w-0.75 scale-y-[0.12] rounded-full bg-current" />
      ))}
    </span>
  )
}
