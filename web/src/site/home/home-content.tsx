import { ArrowRight, AudioLines, Clapperboard, Image, type LucideIcon, MessageSquareText } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { tools } from '#contract/catalogue/menu.ts'
import { late } from '../../base/page/late.ts'
import { formatTokensFrom } from '../../base/format/tokens.ts'
import { SiteFooter } from '../../base/page/site-footer.tsx'
import { filledPath } from '../../base/paths.ts'
import { GalleryPicture } from '../../base/ui/gallery-picture.tsx'
import { pictureIn } from '../../base/ui/made-picture.ts'
import { useCost, useSession } from '../../base/session/session.tsx'
import { isKept } from '../../base/storage/unsent.ts'
import { PlanPanel } from '../plan-panel.tsx'
import { Section } from '../section.tsx'
import { Hero } from './hero.tsx'
import type { HomeParts } from './parts.ts'
import { type HomeCard, homeModels, homePictures, homeTools, type ModelCard as Model } from './home-texts.ts'
import pictures from './pictures.json' with { type: 'json' }

const KeptQuestionCard = late(async () => (await import('./kept-question.tsx')).KeptQuestionCard)

const keptPlace = <div className="-mb-8 h-52 sm:-mb-12" />

/** Loaded only where something is kept. Its place is there before the user is known, so that nothing moves. */
function Kept() {
  const { status, user } = useSession()
  if (status === 'signed-out' || !isKept()) return null
  return user ? (
    <Suspense fallback={keptPlace}>
      <KeptQuestionCard />
    </Suspense>
  ) : (
    keptPlace
  )
}

export const HomePage = ({ parts }: { parts: HomeParts }) => (
  <>
    <div
      data-tools
      className="mx-auto flex w-full max-w-page grow flex-col gap-20 px-4 py-10 sm:gap-28 sm:px-8 sm:py-16"
    >
      <Kept />
      <Hero parts={parts} />
      <parts.Recent />
      <ModelGrid models={homeModels} />
      <ExtraTools cards={homeTools} />
      <Pictures />
      <PlanPanel />
    </div>
    <SiteFooter />
  </>
)

/** Requests, each with the picture that was made by it. */
const Pictures = () => (
  <Section title="Картинки и видео" lead="Нажмите на работу: её описание и настройки откроются в форме.">
    <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      {homePictures.map(({ path, file, prompt, settings, settingLabels }) => {
        const picture = pictureIn(pictures, file)
        return (
          <li key={path}>
            <Link
              to={filledPath(path, { prompt, ...settings })}
              className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-raised shadow-raised transition hover:border-line-strong hover:shadow-floating"
            >
              {picture && <GalleryPicture picture={picture} />}
              <span className="flex grow flex-col p-5 text-caption text-ink-faint">
                <span className="font-medium text-accent-strong">{tools[path].title}</span>
                <span className="mt-2 mb-5 text-lead leading-snug font-medium text-ink">{prompt}</span>
                <span className="mt-auto">{settingLabels}</span>
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  </Section>
)

const ModelGrid = ({ models }: { models: readonly Model[] }) => (
  <Section title="Выберите AI Модель" lead="Каждая сильна в своём. Переключайтесь когда угодно: счёт общий.">
    <ul className="grid gap-4 sm:grid-cols-2">
      {models.map((model) => (
        <li key={model.path}>
          <ModelCard model={model} />
        </li>
      ))}
    </ul>
  </Section>
)

function ModelCard({ model }: { model: Model }) {
  const { costOf } = useCost()
  return (
    <Link
      to={model.path}
      className="group flex h-full flex-col rounded-card border border-line bg-raised p-6 shadow-raised transition hover:border-line-strong hover:shadow-floating"
    >
      <span className="flex items-center justify-between gap-3">
        <span className="text-title font-semibold">{model.title}</span>
        <ArrowRight
          size={20}
          aria-hidden
          className="text-ink-faint transition group-hover:translate-x-1 group-hover:text-accent"
        />
      </span>
      <span className="mt-2 text-small text-ink-soft">{model.description}</span>
      <span className="mt-auto pt-6 text-caption text-ink-faint">{`Ответ ${formatTokensFrom(costOf(model.priceTokens))}`}</span>
    </Link>
  )
}

const icons: Readonly<Record<string, LucideIcon>> = {
  '/chatgpt': MessageSquareText,
  '/dalle': Image,
  '/elevenlabs': AudioLines,
  '/luma': Clapperboard
}

const ExtraTools = ({ cards }: { cards: readonly HomeCard[] }) => (
  <Section title="Не только диалог" lead="Один счёт на все инструменты.">
    <ul className="grid gap-px overflow-hidden rounded-card border border-line sm:grid-cols-2 xl:grid-cols-4">
      {cards.map((tool) => (
        <li key={tool.path} className="bg-raised outline outline-line">
          <ToolCard tool={tool} />
        </li>
      ))}
    </ul>
  </Section>
)

function ToolCard({ tool }: { tool: HomeCard }) {
  const Icon = icons[tool.path]
  return (
    <Link to={tool.path} className="group flex h-full flex-col p-6 transition -outline-offset-2! hover:bg-hover">
      {Icon && <Icon size={22} className="text-ink-faint transition group-hover:text-accent" aria-hidden />}
      <span className="mt-5 font-semibold">{tool.title}</span>
      <span className="mt-1 text-small text-ink-soft">{tool.description}</span>
    </Link>
  )
}
