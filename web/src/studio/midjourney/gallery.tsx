import { clsx } from 'clsx'
import { useId } from 'react'
import { Repeat2 } from 'lucide-react'
import type { Change } from '../../media/form/studio-box.ts'
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

/** In classes: the policy lets no HTML of the build bring styles of its own. */
const shapes: Record<Sample['aspectRatio'], { item: string; picture: string }> = {
  '1:1': { item: 'grow basis-(--row-height)', picture: 'aspect-square' },
  '16:9': { item: 'grow-[1.778] basis-[calc(var(--row-height)*1.778)]', picture: 'aspect-video' },
  '9:16': { item: 'grow-[0.5625] basis-[calc(var(--row-height)*0.5625)]', picture: 'aspect-[9/16]' },
  '4:3': { item: 'grow-[1.333] basis-[calc(var(--row-height)*1.333)]', picture: 'aspect-[4/3]' }
}

function Item({ sample, onPick }: { sample: Sample; onPick: (settings: Change) => void }) {
  const { file, width, height, prompt, aspectRatio } = sample
  const { item, picture } = shapes[aspectRatio]
  return (
    <li className={clsx('min-w-0', item)}>
      <button
        type="button"
        onClick={() => onPick({ prompt, aspectRatio, quality: 'standard' })}
        className={clsx('group relative block w-full overflow-hidden rounded-control bg-sunken', picture)}
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
