import { useId } from 'react'
import { Repeat2 } from 'lucide-react'
import type { Change } from '../draft/studio-box.ts'

interface Sample {
  /** A file below /samples/midjourney. */
  file: string
  width: number
  height: number
  /** What fills the form. */
  prompt: string
  aspectRatio: '1:1' | '16:9' | '9:16' | '4:3'
}

/** Painted by the services' stand-in; each file can be replaced by another of the same size. */
const samples: readonly Sample[] = [
  {
    file: 'teal-morning.webp',
    width: 768,
    height: 432,
    prompt: 'Бирюзовое утро над холмами, низкое солнце в дымке, плоская иллюстрация',
    aspectRatio: '16:9'
  },
  {
    file: 'night-moon.webp',
    width: 432,
    height: 768,
    prompt: 'Полная луна над синими ночными холмами, тишина, минимализм, обои для телефона',
    aspectRatio: '9:16'
  },
  {
    file: 'orange-sunset.webp',
    width: 640,
    height: 480,
    prompt: 'Огненный закат в терракотовых горах, тёплый туман, силуэты хребтов',
    aspectRatio: '4:3'
  },
  {
    file: 'purple-dusk.webp',
    width: 560,
    height: 560,
    prompt: 'Лиловые сумерки над тёмными волнами холмов, мягкое сияние, ретровейв',
    aspectRatio: '1:1'
  },
  {
    file: 'green-valley.webp',
    width: 768,
    height: 432,
    prompt: 'Зелёная долина весной, светлое небо, плавные линии холмов, детская книга',
    aspectRatio: '16:9'
  },
  {
    file: 'steel-winter.webp',
    width: 640,
    height: 480,
    prompt: 'Зимний рассвет в серо-голубых горах, белое солнце, морозная дымка',
    aspectRatio: '4:3'
  },
  {
    file: 'violet-evening.webp',
    width: 560,
    height: 560,
    prompt: 'Вечер в фиолетовых горах, персиковый горизонт, спокойная пастельная палитра',
    aspectRatio: '1:1'
  },
  {
    file: 'sand-desert.webp',
    width: 768,
    height: 432,
    prompt: 'Песчаные дюны под бледным солнцем, золотистая пыль, кинематографичный кадр',
    aspectRatio: '16:9'
  }
]

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
