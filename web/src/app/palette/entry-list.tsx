import { memo, useEffect, useRef } from 'react'
import { clsx } from 'clsx'
import {
  AudioLines,
  Bot,
  Clapperboard,
  CreditCard,
  FileText,
  Image,
  LifeBuoy,
  LogOut,
  type LucideIcon,
  MessageCircle,
  Sparkles,
  SunMoon,
  UserRound,
  Zap
} from 'lucide-react'
import { formatTokens } from '../../base/format/tokens.ts'
import { paths } from '../../base/paths.ts'
import { useCost } from '../../base/session/session.tsx'
import { useToolPrice } from '../../base/session/tool-price.ts'
import type { Entry } from './entries.ts'
import type { Found } from './matching.ts'

/** The id of an option, by which the field names the marked one. */
export const keyOf = ({ entry }: Found<Entry>): string => `entry-${entry.id}`

interface EntryGroupProps {
  title: string
  entries: readonly Found<Entry>[]
  active: string | undefined
  onPick: (found: Found<Entry>) => void
}

/** A group of options of the list box. Drawn again only when its entries or the marked one change. */
export const EntryGroup = memo(({ title, entries, active, onPick }: EntryGroupProps) => {
  const priceOfTool = useToolPrice()
  const { costOf } = useCost()
  const priceOf = ({ tool, model }: Entry) =>
    tool ? priceOfTool(tool) : model && formatTokens(costOf(model.priceTokens))
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no group of form fields
    <div role="group" aria-label={title}>
      <GroupTitle>{title}</GroupTitle>
      {entries.map((found) => (
        <Option
          key={found.entry.id}
          found={found}
          icon={iconOf(found.entry)}
          price={priceOf(found.entry)}
          isActive={keyOf(found) === active}
          onPick={onPick}
        />
      ))}
    </div>
  )
})

export const GroupTitle = ({ children }: { children: string }) => (
  <p aria-hidden className="px-3 pt-2 pb-1 text-caption text-ink-faint">
    {children}
  </p>
)

const ofActions: Readonly<Record<string, LucideIcon>> = {
  '/chatgpt': MessageCircle,
  '/dall-e-3': Image,
  '/elevenlabs': AudioLines,
  '/gpt-image-edit': Image,
  '/luma': Clapperboard,
  [paths.tokenPurchase]: CreditCard
}

function iconOf({ id, act, group }: Entry): LucideIcon {
  if (act === 'help') return LifeBuoy
  if (act === 'leave') return LogOut
  if ('theme' in act) return SunMoon
  if (group === 'Модели') return Bot
  if (group === 'Страницы') return FileText
  if (group === 'Инструменты') return Sparkles
  if (id === 'new-chat') return MessageCircle
  if (id === 'register' || id === 'sign-in') return UserRound
  return ofActions['fill' in act ? act.fill : act.to] ?? Zap
}

interface OptionProps {
  found: Found<Entry>
  icon: LucideIcon
  price: string | undefined
  isActive: boolean
  onPick: (found: Found<Entry>) => void
}

const Option = memo(({ found, icon: Icon, price, isActive, onPick }: OptionProps) => {
  const element = useRef<HTMLButtonElement>(null)
  const { entry, request } = found
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <button
      ref={element}
      type="button"
      id={keyOf(found)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> holds no icons and prices
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onPick(found)}
      className={clsx(
        'flex min-h-10 w-full cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 text-left text-small hover:bg-hover pointer-coarse:min-h-11',
        // Hundreds of models would be laid out for a dozen that are seen.
        '[contain-intrinsic-size:auto_2.5rem] [content-visibility:auto]',
        isActive && 'bg-pressed'
      )}
    >
      <Icon size={17} aria-hidden className="shrink-0 text-ink-faint" />
      <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-2">
        <span>{entry.title}</span>
        {request === '' ? (
          entry.detail && <span className="text-caption text-ink-soft">{entry.detail}</span>
        ) : (
          <bdi className="min-w-0 truncate text-ink-soft">{`«${request}»`}</bdi>
        )}
      </span>
      {price && <span className="shrink-0 text-caption whitespace-nowrap text-ink-soft tabular-nums">{price}</span>}
    </button>
  )
})
