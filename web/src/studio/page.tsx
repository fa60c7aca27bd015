import { House, ArrowUpRight } from 'lucide-react'
import { lazy, Suspense, useMemo, useRef, type ReactNode, useId } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { clsx } from 'clsx'
import type { StudioEntry, StudioExample } from '#contract/catalogue/entry.ts'
import { pricedEntry } from '#contract/catalogue/prices.ts'
import { studioEntryOfPath } from '#contract/catalogue/studio.ts'
import { BackButton } from '../base/page/back-button.tsx'
import { Page as NotFoundPage } from '../base/page/not-found-page.tsx'
import { paths } from '../base/paths.ts'
import { usePrices } from '../base/session/prices.ts'
import { Badge } from '../base/ui/badge.tsx'
import { iconButtonClass } from '../base/ui/icon-button.tsx'
import { MidjourneyGallery } from './midjourney/gallery.tsx'
import { ResultsPanel } from './results-panel.tsx'
import { StudioForm } from './studio-form.tsx'
import { type Studio, useStudio } from './use-studio.ts'
import { VoiceSamples } from './voice/voice-samples.tsx'
import { examplePicture, examplesOf } from './examples/example-texts.ts'
import { Button } from '../base/ui/button.tsx'
import { GalleryPicture } from '../base/ui/gallery-picture.tsx'
import type { Change } from './draft/studio-box.ts'

/** All image, video and voice pages; the path selects the catalogue entry. */
export function Page() {
  const { pathname } = useLocation()
  const entry = studioEntryOfPath(pathname)
  return entry ? <PricedView key={entry.id} entry={entry} /> : <NotFoundPage />
}

function PricedView({ entry }: { entry: StudioEntry }) {
  const prices = usePrices()
  const priced = useMemo(() => pricedEntry(entry, prices), [entry, prices])
  return <StudioView entry={priced} />
}

/** One image, video or voice page: settings beside results, as its catalogue entry describes them. */
function StudioView({ entry }: { entry: StudioEntry }) {
  const form = useRef<HTMLFormElement>(null)
  const results = useRef<HTMLElement>(null)
  const studio = useStudio(entry, { form, results })
  return (
    <div className="flex grow flex-col">
      <StudioBar entry={entry} />
      <div className="grow xl:grid xl:grid-cols-[27rem_minmax(0,1fr)]">
        <div className="flex flex-col xl:sticky xl:top-[calc(var(--top-bar-height)+3.75rem)] xl:h-[calc(100dvh-var(--top-bar-height)-3.75rem)] xl:overflow-y-auto xl:border-r xl:border-line">
          <StudioForm ref={form} studio={studio} />
        </div>
        <div className="flex min-w-0 flex-col gap-10 px-4 pt-4 pb-12 sm:px-6 xl:px-8">
          <ResultsPanel ref={results} studio={studio} />
          {isSettled(studio) && <Beginnings studio={studio} />}
        </div>
      </div>
    </div>
  )
}

/** Whether the results are known: from then on they do not push what stands below them. */
const isSettled = ({ session, serviceJobs }: Studio): boolean =>
  session.status === 'signed-out' || (session.status === 'signed-in' && !serviceJobs.isLoading)

const ToolGallery = lazy(async () => ({ default: (await import('./gallery/tool-gallery.tsx')).ToolGallery }))

/** What to begin with. The gallery stands last, so that nothing moves when it arrives. */
const Beginnings = ({ studio }: { studio: Studio }) => (
  <>
    {studio.entry.kind === 'audio' && <VoiceSamples onPick={studio.fill} />}
    <Examples entry={studio.entry} onPick={studio.fill} />
    {studio.entry.path === '/midjourney' && <MidjourneyGallery onPick={studio.fill} />}
    <Suspense>
      <ToolGallery entry={studio.entry} values={studio.values} onPick={studio.fill} />
    </Suspense>
  </>
)

/** The sticky header: back, home, and the name of the tool. */
const StudioBar = ({ entry: { title, badge, summary } }: { entry: StudioEntry }) => (
  <header className="sticky top-(--top-bar-height) z-20 flex h-15 shrink-0 items-center gap-1 border-b border-line bg-paper px-2 sm:px-4">
    <BackButton />
    <Link to={paths.home} aria-label="На главную" title="На главную" className={iconButtonClass()}>
      <House size={19} aria-hidden />
    </Link>
    <h1 className="ml-2 line-clamp-2 min-w-0 text-body leading-tight font-semibold sm:whitespace-nowrap">{title}</h1>
    <Badge className="ml-1">{badge}</Badge>
    <p className="ml-3 truncate text-small text-ink-faint max-md:hidden">{summary}</p>
  </header>
)

interface ExamplesProps {
  entry: StudioEntry
  onPick: (example: Change) => void
}

/** Examples with their pictures; a click writes one into the form. */
function Examples({ entry, onPick }: ExamplesProps) {
  const headingId = useId()
  const examples = examplesOf(entry.path)
  if (examples.length === 0) return null
  const Item = entry.path === '/luma' ? SimilarCard : Card
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-title font-semibold">
        {entry.path === '/luma' ? 'Примеры видео' : 'С чего начать'}
      </h2>
      <ul className={clsx('mt-4 grid grid-cols-2 gap-3', examples.length % 3 === 0 && 'md:grid-cols-3')}>
        {examples.map((example, index) => (
          <li key={example.text}>
            <Item
              example={example}
              picture={<Picture entry={entry} index={index} />}
              onPick={() => onPick(example.settings ?? { prompt: example.text })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Picture({ entry, index }: { entry: StudioEntry; index: number }) {
  const picture = examplePicture(entry, index)
  return picture && <GalleryPicture {...picture} className="transition group-hover:scale-103" />
}

interface ItemProps {
  example: StudioExample
  picture: ReactNode
  onPick: () => void
}

const frame = 'flex h-full w-full flex-col overflow-hidden rounded-card border border-line bg-raised text-left'

const Card = ({ example: { title, text }, picture, onPick }: ItemProps) => (
  <button type="button" onClick={onPick} className={`group ${frame} transition hover:border-line-strong`}>
    {/* Keeps the corners while the picture grows. */}
    <span className="block w-full shrink-0 overflow-hidden">{picture}</span>
    <span className="flex grow items-start gap-2 p-3">
      <span className="grow">
        {title && <span className="mb-1 block text-caption font-medium text-accent-strong">{title}</span>}
        <span className="block text-caption text-ink-soft sm:text-small">{text}</span>
      </span>
      <ArrowUpRight
        size={16}
        aria-hidden
        className="mt-0.5 shrink-0 text-ink-faint transition group-hover:text-accent max-sm:hidden"
      />
    </span>
  </button>
)

const SimilarCard = ({ example: { title, text }, picture, onPick }: ItemProps) => (
  <div className={frame}>
    {picture}
    <div className="flex grow flex-col p-3">
      <h3 className="text-caption font-medium text-accent-strong">{title}</h3>
      <p className="mt-1 grow text-caption sm:text-small">{text}</p>
      <Button
        variant="secondary"
        size="small"
        className="mt-3 w-full"
        aria-label={`Создать похожее: ${title}`}
        onClick={onPick}
      >
        Создать похожее
      </Button>
    </div>
  </div>
)
