import { useId } from 'react'
import { Repeat2 } from 'lucide-react'
import type { Change } from '../draft/studio-box.ts'
import list from '../gallery/midjourney.json' with { type: 'json' }

interface Sample {
  /** A file below /samples/midjourney. */
  file: string
  width: number
  height: number
  /** What fills the form. */
  prompt: string
  aspectRatio: '1:1' | '16:9' | '9:16' | '4:3'
}

/** An operator replaces the pictures and the list: docs/operator.md. */
const samples = list as readonly Sample[]

/** Sample pictures; a click puts a picture's description and settings into the form. */
export function MidjourneyGallery({ onPick }: { onPick: (settings: Change) => void }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-title font-semibold">
        Галерея
      </h2>
      {/* All rows get the same height: each picture grows in proportion to its width. */}
      <ul className="mt-3 flex flex-wrap gap-3 [--row-height:8.5rem] sm:[--row-height:11rem]">
        {samples.map((sample) => (
          <Item key={sample.file} sample={sample} onPick={onPick} />
        ))}
      </ul>
    </section>
  )
}

function Item({ sample, onPick }: { sample: Sample; onPick: (settings: Change) => void }) {
  const { file, width, height, prompt, aspectRatio } = sample
  const ratio = width / height
  return (
    <li style={{ flexGrow: ratio, flexBasis: `calc(var(--row-height) * ${ratio.toFixed(3)})` }} className="min-w-0">
      <button
        type="button"
        onClick={() => onPick({ prompt, aspectRatio, quality: 'standard' })}
        style={{ aspectRatio: ratio }}
        className="group relative block w-full overflow-hidden rounded-control bg-sunken"
      >
        <img
          src={`/samples/midjourney/${file}`}
          alt={prompt}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          className="size-full object-cover transition duration-300 group-hover:scale-[1.02]"
        />
        <span className="absolute right-1.5 bottom-1.5 flex items-center gap-1.5 rounded-small bg-raised/90 px-2 py-1 text-caption text-ink opacity-0 shadow-raised transition group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:opacity-100">
          <Repeat2 size={13} aria-hidden />
          Повторить это
        </span>
      </button>
    </li>
  )
}
