import { memo, type ReactNode, useEffect, useRef } from 'react'
import { clsx } from 'clsx'
import { Check, Lock } from 'lucide-react'
import { answeringText } from '#contract/catalogue/answering.ts'
import { isCheap } from '#contract/catalogue/chat-models.ts'
import type { ChatService } from '#contract/catalogue/chat.ts'
import { isOfCatalogue, type ShownModel } from '#contract/models.ts'
import { menuGroups, type MenuItem, tools } from '#contract/catalogue/menu.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { useCost } from '../../base/session/session.tsx'
import { useToolPrice } from '../../base/session/tool-price.ts'
import { Badge } from '../../base/ui/badge.tsx'

const makers = { chatgpt: 'OpenAI', claude: 'Anthropic', xai: 'xAI' } satisfies Record<ChatService, string>

/** Who has made a model; null for one that operators have added. */
export const makerOf = (model: ShownModel): string | null => (isOfCatalogue(model) ? makers[model.service] : null)

/** What can be chosen: a chat model, or a tool that makes something else than texts. */
export type Choice = { model: ShownModel } | { tool: MenuItem }

export const keyOf = (choice: Choice): string =>
  'model' in choice ? `model-${choice.model.id}` : `tool-${choice.tool.path.slice(1)}`

const groupOf = (choice: Choice): string =>
  'model' in choice
    ? (makerOf(choice.model) ?? 'Другие модели')
    : (menuGroups.find(({ items }) => items.some(({ path }) => path === choice.tool.path))?.title ?? '')

interface ModelListProps {
  id: string
  found: readonly Choice[]
  /** The model that is chosen now. */
  current: ShownModel
  marked: Choice | undefined
  isLocked: (model: ShownModel) => boolean
  onChoose: (choice: Choice) => void
}

/** By maker, and then the tools by what they make. The focus stays in the field, which names the marked option. */
export const ModelList = memo(({ id, found, current, marked, isLocked, onChoose }: ModelListProps) => {
  const priceOf = useToolPrice()
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> holds no descriptions
      role="listbox"
      aria-label="Модели"
      className="-mx-2 flex max-h-[calc(100dvh-14rem)] flex-col gap-2 overflow-y-auto overscroll-contain"
    >
      {[...Map.groupBy(found, groupOf)].map(([title, choices]) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no group of form fields
        <div key={title} role="group" aria-label={title}>
          <p aria-hidden className="px-3 pt-1 pb-1 text-caption text-ink-faint">
            {title}
          </p>
          {choices.map((choice) => (
            <Option key={keyOf(choice)} choice={choice} isMarked={choice === marked} onPick={() => onChoose(choice)}>
              {'model' in choice ? (
                <ModelWords
                  model={choice.model}
                  isCurrent={choice.model.id === current.id}
                  isLocked={isLocked(choice.model)}
                />
              ) : (
                <ToolWords tool={choice.tool} price={priceOf(choice.tool.path)} />
              )}
            </Option>
          ))}
        </div>
      ))}
    </div>
  )
})

interface OptionProps {
  choice: Choice
  isMarked: boolean
  onPick: () => void
  children: ReactNode
}

function Option({ choice, isMarked, onPick, children }: OptionProps) {
  const element = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isMarked) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isMarked])
  return (
    <button
      ref={element}
      type="button"
      id={keyOf(choice)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
      className={clsx(
        'flex w-full cursor-pointer items-start gap-3 rounded-control px-3 py-2 text-left hover:bg-hover',
        // Of hundreds a dozen is seen, and only that is laid out.
        '[contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]',
        isMarked && 'bg-pressed [&_.text-ink-faint]:text-ink-soft'
      )}
    >
      {children}
    </button>
  )
}

const priceClass = 'flex shrink-0 items-center gap-1.5 text-caption whitespace-nowrap text-ink-soft'

interface ModelWordsProps {
  model: ShownModel
  isCurrent: boolean
  isLocked: boolean
}

function ModelWords({ model, isCurrent, isLocked }: ModelWordsProps) {
  const { costOf, isCovered } = useCost()
  const { priceTokens } = model
  const answering = answeringText(model)
  return (
    <>
      <span className="grid h-5 w-4 shrink-0 place-items-center">
        {isCurrent && <Check size={16} className="text-accent" aria-label="выбрана" />}
      </span>
      <span className="min-w-0 grow">
        <span className="block text-small font-medium">
          <span>{model.name}</span>
          <span className="ml-2 text-caption font-normal text-ink-soft">{tools[model.page].title}</span>
          {isCheap({ priceTokens }) && !isCovered && <Badge className="ml-2">недорогая</Badge>}
        </span>
        {answering && <span className="block text-caption text-ink-soft">{answering}</span>}
        <span className="block text-caption text-ink-faint">
          {`${model.description}${isLocked ? '. После первой покупки токенов' : ''}`}
        </span>
      </span>
      <span className={priceClass}>
        {isLocked && <Lock size={14} aria-label="закрыта" />}
        <span>{formatTokens(costOf(priceTokens))}</span>
      </span>
    </>
  )
}

const ToolWords = ({ tool: { title, badge }, price }: { tool: MenuItem; price: string }) => (
  <>
    <span className="h-5 w-4 shrink-0" />
    <span className="min-w-0 grow text-small font-medium">
      <span>{title}</span>
      <span className="ml-2 text-caption font-normal text-ink-soft">{badge}</span>
    </span>
    <span className={priceClass}>{price}</span>
  </>
)
