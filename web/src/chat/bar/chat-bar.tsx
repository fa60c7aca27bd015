import { use, type ReactNode } from 'react'
import { answeringText } from '#contract/catalogue/answering.ts'
import { isCheap } from '#contract/catalogue/chat-models.ts'
import { clsx } from 'clsx'
import { House, SquarePen, LayoutGrid, Lock } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { ChatPage } from '#contract/catalogue/chat.ts'
import type { ShownModel } from '#contract/catalogue/models.ts'
import { BackButton } from '../../base/page/back-button.tsx'
import { useBadges } from '../../base/session/menu-badges.ts'
import { SiteMenu } from '../../base/page/site-menu.ts'
import { paths } from '../../base/paths.ts'
import { useCost, useSession } from '../../base/session/session.tsx'
import { Badge } from '../../base/ui/badge.tsx'
import { PremiumBadge, PremiumLine } from '../../base/ui/premium-badge.tsx'
import { iconButtonClass } from '../../base/ui/icon-button.tsx'
import { MenuItem, MenuSeparator } from '../../base/ui/menu.tsx'
import { formatTokens } from '../../base/format/tokens.ts'
import { Select, type SelectOption } from '../../base/ui/select.tsx'
import { useLateDialog } from '../../base/ui/use-late-dialog.ts'
import { lateDialog } from '../../base/ui/late-dialog.tsx'

interface ChatBarProps {
  page: ChatPage
  /** Of the open conversation; null: a new one, or not known yet. */
  name: string | null
  /** A conversation is open, whether its name is known yet or not. */
  hasName: boolean
  model: ReactNode
  /** Opens the list of chats, where it is not beside the page. */
  chats: ReactNode
  history: ReactNode
  menu: ReactNode
  onNew: () => void
}

/** Beside a document. */
const narrowClass = 'in-data-[document=open]:@max-3xl/bar:hidden'

/**
 * The only bar of a chat page: the ways back, the model, past conversations, new conversation, and the account. On phones the site's menu,
 * which leads home and to the account, stands for these. Where there is no room beside the buttons, the name stands in a line above them.
 */
export function ChatBar({ page, name, hasName, model, chats, history, menu, onNew }: ChatBarProps) {
  const site = use(SiteMenu)
  const { status } = useSession()
  const badges = useBadges()
  // As wide as most balances, so that nothing moves when that comes.
  const accountClass = status === 'signed-out' ? 'in-data-[session=stored]:min-w-57' : 'min-w-57'
  return (
    <header
      className={clsx(
        'sticky top-0 z-20 h-15 shrink-0 border-b border-line bg-paper @container/bar max-lg:not-short:in-data-[opens=chat]:h-20',
        hasName && 'max-lg:not-short:h-20'
      )}
    >
      <div
        className={clsx(
          'self-contained flex h-full items-center px-2 max-[20rem]:flex-wrap lg:gap-1 lg:px-4 max-lg:not-short:in-data-[opens=chat]:pt-5',
          hasName && 'max-lg:not-short:pt-5'
        )}
      >
        {site?.menu}
        <div className="flex">{chats}</div>
        <div className="flex max-md:hidden">
          <BackButton />
          <Link
            to={paths.home}
            aria-label="На главную"
            title="На главную"
            className={iconButtonClass('medium', 'max-lg:hidden @max-[48rem]/bar:hidden')}
          >
            <House size={19} aria-hidden />
          </Link>
        </div>
        <h1 className="ml-2 text-body font-semibold whitespace-nowrap max-lg:sr-only @max-[46rem]/bar:sr-only">
          {page.title}
        </h1>
        <Badge className="ml-1 @max-5xl/bar:hidden">{badges[page.path] ?? page.badge}</Badge>
        <div className="mx-1 min-w-0 max-[20rem]:order-last max-[20rem]:mb-1 max-[20rem]:basis-full lg:mx-2 @3xl/bar:shrink-0">
          {model}
        </div>
        {name !== null && (
          <p className="min-w-0 truncate text-small text-ink-soft max-lg:absolute max-lg:inset-x-4 max-lg:top-1.5 max-lg:text-center max-lg:text-caption max-lg:short:hidden lg:@max-[54rem]/bar:hidden">
            {name}
          </p>
        )}
        <div className="ml-auto flex shrink-0 items-center">
          {menu}
          {history}
          <button
            type="button"
            aria-label="Новый чат"
            title="Новый чат"
            onClick={onNew}
            className={iconButtonClass('medium', 'max-[359px]:hidden lg:not-in-data-[chats-panel=closed]:hidden')}
          >
            <SquarePen size={19} aria-hidden />
          </button>
        </div>
        {site && (
          <div className={clsx('flex shrink-0 items-center justify-end max-md:hidden', narrowClass, accountClass)}>
            {site.account}
          </div>
        )}
      </div>
    </header>
  )
}

interface ModelSelectProps {
  models: readonly ShownModel[]
  model: ShownModel
  isLocked: (model: ShownModel) => boolean
  /** A model of this page, or of another one. */
  onChoose: (model: ShownModel) => void
  disabled: boolean
}

const AllModelsDialog = lateDialog(async () => (await import('./all-models-dialog.tsx')).AllModelsDialog)

/** The price below the name: on a phone they do not fit side by side between the other buttons. */
const twoLinesOnPhones = clsx(
  'max-w-full max-md:grid max-md:content-center max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-2 max-md:gap-y-0 max-md:px-2.5 max-md:text-left',
  'max-md:[&>span]:col-start-1 max-md:[&>span]:text-caption max-md:[&>span]:leading-4',
  'max-md:[&>svg]:col-start-2 max-md:[&>svg]:row-span-2 max-md:[&>svg]:row-start-1'
)

/** Models with the price of an answer. A locked one can be chosen: a note then says how to unlock it. */
export function ModelSelect({ models, model, isLocked, onChoose, disabled }: ModelSelectProps) {
  const { costOf, isCovered } = useCost()
  const option = (candidate: ShownModel): SelectOption => {
    const locked = isLocked(candidate)
    const price = formatTokens(costOf(candidate.priceTokens))
    return {
      value: candidate.id,
      label: candidate.name,
      detail: answeringText(candidate) ?? '',
      ...(isCheap(candidate) && !isCovered && { badge: 'недорогая' }),
      description: locked ? `${candidate.description}. После первой покупки токенов` : candidate.description,
      note: locked ? (
        <span className="inline-flex items-center gap-1.5">
          <Lock size={14} aria-label="закрыта" />
          <span>{price}</span>
        </span>
      ) : (
        price
      )
    }
  }
  const { open, setOpen, wasOpened, show: showAll } = useLateDialog()
  return (
    <>
      <Select
        label="Модель"
        value={model.id}
        options={models.map(option)}
        onChange={(id) => onChoose(models.find((one) => one.id === id) ?? model)}
        disabled={disabled}
        mark={isCovered && <PremiumBadge className="max-[1400px]:hidden" />}
        className={twoLinesOnPhones}
        more={
          <>
            {isCovered && <PremiumLine className="px-3 py-2" />}
            <MenuSeparator />
            <MenuItem icon={<LayoutGrid size={16} />} onSelect={showAll}>
              Все модели
            </MenuItem>
          </>
        }
      />
      {wasOpened && (
        <AllModelsDialog open={open} onOpenChange={setOpen} model={model} isLocked={isLocked} onChoose={onChoose} />
      )}
    </>
  )
}
