import { House } from 'lucide-react'
import { clsx } from 'clsx'
import { useMemo, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { pricedEntry } from '#contract/catalogue/prices.ts'
import { studioEntryOfPath } from '#contract/catalogue/studio.ts'
import { BackButton } from '../base/page/back-button.tsx'
import { Page as NotFoundPage } from '../base/page/not-found-page.tsx'
import { paths } from '../base/paths.ts'
import { usePrices } from '../base/session/prices.ts'
import { useIsPageUnconnected } from '../base/session/unconnected.ts'
import { Unconnected } from '../base/page/unconnected.tsx'
import { Badge } from '../base/ui/badge.tsx'
import { iconButtonClass } from '../base/ui/icon-button.tsx'
import { MidjourneyGallery } from './midjourney/gallery.tsx'
import { ResultsPanel } from './results-panel.tsx'
import { StudioForm } from './studio-form.tsx'
import { type Studio, useStudio } from './use-studio.ts'
import { VoiceSamples } from './voice/voice-samples.tsx'
import { Examples } from './examples/examples.tsx'
import { ToolGallery } from './gallery/tool-gallery.tsx'
import { visitorsPlace } from '../base/page/from-build.ts'

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
  if (useIsPageUnconnected(entry.path))
    return (
      <div className="flex grow flex-col">
        <StudioBar entry={entry} />
        <Unconnected />
      </div>
    )
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

/** What to begin with. Users see it in the HTML of the build only once their results are known. */
const Beginnings = ({ studio }: { studio: Studio }) => (
  <div className={clsx('flex flex-col gap-10', visitorsPlace)}>
    {studio.entry.kind === 'audio' && <VoiceSamples entry={studio.entry} onPick={studio.fill} />}
    <Examples entry={studio.entry} onPick={studio.fill} />
    {studio.entry.path === '/midjourney' && <MidjourneyGallery onPick={studio.fill} />}
    <ToolGallery entry={studio.entry} values={studio.values} onPick={studio.fill} />
  </div>
)

/** The sticky header: back, home, and the name of the tool. */
const StudioBar = ({ entry: { title, badge, summary } }: { entry: StudioEntry }) => (
  <header
    data-page-bar=""
    className="sticky top-(--top-bar-height) z-20 flex h-15 shrink-0 items-center gap-1 border-b border-line bg-paper px-2 sm:px-4 max-[20rem]:flex-wrap max-[20rem]:py-1"
  >
    <BackButton />
    <Link to={paths.home} aria-label="На главную" title="На главную" className={iconButtonClass()}>
      <House size={19} aria-hidden />
    </Link>
    <h1 className="ml-2 line-clamp-2 min-w-0 text-body leading-tight font-semibold sm:whitespace-nowrap max-[20rem]:line-clamp-none max-[20rem]:min-w-min max-[20rem]:grow max-[20rem]:basis-0">
      {title}
    </h1>
    <Badge className="ml-1">{badge}</Badge>
    <p className="ml-3 truncate text-small text-ink-faint max-md:hidden">{summary}</p>
  </header>
)
