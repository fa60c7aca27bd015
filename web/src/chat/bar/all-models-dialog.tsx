import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { clsx } from 'clsx'
import { Check, Lock, Search } from 'lucide-react'
import { answeringText } from '#contract/catalogue/answering.ts'
import { chatModels, isCheap } from '#contract/catalogue/chat-models.ts'
import type { ChatModel, ChatService } from '#contract/catalogue/chat.ts'
import { tools } from '#contract/catalogue/menu.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { useModelInForce } from '../../base/session/prices.ts'
import { useCost } from '../../base/session/session.tsx'
import { Badge } from '../../base/ui/badge.tsx'
import { PremiumLine } from '../../base/ui/premium-badge.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { controlClass } from '../../base/ui/field.tsx'

const makers = { chatgpt: 'OpenAI', claude: 'Anthropic', xai: 'xAI' } satisfies Record<ChatService, string>

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[\s-]+/g, ' ')
    .trim()

/** The models whose name, description, page, maker or answering model has all the words. */
function matching(models: readonly ChatModel[], text: string): ChatModel[] {
  const words = plain(text).split(' ')
  return models.filter((model) => {
    const { name, description, page, service } = model
    const searched = plain([name, description, tools[page].title, makers[service], answeringText(model)].join(' '))
    return words.every((word) => searched.includes(word))
  })
}

interface AllModelsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  model: ChatModel
  isLocked: (model: ChatModel) => boolean
  onChoose: (model: ChatModel) => void
}

/** The chat models of all pages, by maker. */
export function AllModelsDialog({ open, onOpenChange, onChoose, ...shown }: AllModelsDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Все модели"
      initialFocus={field}
      className="max-w-2xl! top-4! translate-y-0! sm:top-16!"
    >
      <ModelBox
        {...shown}
        field={field}
        onChoose={(model) => {
          onOpenChange(false)
          onChoose(model)
        }}
      />
    </Dialog>
  )
}

type ModelBoxProps = Omit<AllModelsDialogProps, 'open' | 'onOpenChange'> & {
  field: React.RefObject<HTMLInputElement | null>
}

/** A combobox: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
function ModelBox({ model: current, isLocked, onChoose, field }: ModelBoxProps) {
  const listId = useId()
  const [text, setText] = useState('')
  const [markedId, setMarkedId] = useState(current.id)
  const found = matching(chatModels.map(useModelInForce()), text)
  const { isCovered } = useCost()
  const marked = found.find(({ id }) => id === markedId) ?? found[0]

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && marked) {
      event.preventDefault()
      const next = found[(found.indexOf(marked) + step + found.length) % found.length]
      if (next) setMarkedId(next.id)
    }
    if (event.key === 'Enter' && marked && !event.nativeEvent.isComposing) {
      event.preventDefault()
      onChoose(marked)
    }
  }

  return (
    <div className="mt-4 flex flex-col gap-3">
      <div className="relative">
        <Search size={18} aria-hidden className="absolute top-3.5 left-3.5 text-ink-faint" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label="Найти модель"
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={marked && optionId(marked)}
          autoComplete="off"
          placeholder="Название, задача или разработчик"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          className={`${controlClass} h-12 pr-3.5 pl-11`}
        />
      </div>
      <output className={found.length > 0 ? 'sr-only' : 'px-1 text-small text-ink-soft'}>
        {found.length > 0 ? `Найдено моделей: ${found.length}` : 'Такой модели нет. Попробуйте другое слово.'}
      </output>
      {isCovered && <PremiumLine className="px-1" />}
      <ModelList id={listId} {...{ found, current, marked, isLocked, onChoose }} />
    </div>
  )
}

interface ModelListProps {
  id: string
  found: readonly ChatModel[]
  current: ChatModel
  marked: ChatModel | undefined
  isLocked: (model: ChatModel) => boolean
  onChoose: (model: ChatModel) => void
}

/** The focus stays in the field, which names the marked option. */
const ModelList = ({ id, found, current, marked, isLocked, onChoose }: ModelListProps) => (
  <div
    id={id}
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> holds no descriptions
    role="listbox"
    aria-label="Модели"
    className="-mx-2 flex max-h-[calc(100dvh-14rem)] flex-col gap-2 overflow-y-auto overscroll-contain"
  >
    {[...Map.groupBy(found, ({ service }) => service)].map(([service, models]) => (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no group of form fields
      <div key={service} role="group" aria-label={makers[service]}>
        <p aria-hidden className="px-3 pt-1 pb-1 text-caption text-ink-faint">
          {makers[service]}
        </p>
        {models.map((model) => (
          <Option
            key={model.id}
            model={model}
            isCurrent={model.id === current.id}
            isMarked={model.id === marked?.id}
            isLocked={isLocked(model)}
            onPick={() => onChoose(model)}
          />
        ))}
      </div>
    ))}
  </div>
)

const optionId = ({ id }: ChatModel): string => `model-${id}`

interface OptionProps {
  model: ChatModel
  isCurrent: boolean
  isMarked: boolean
  isLocked: boolean
  onPick: () => void
}

function Option({ model, isCurrent, isMarked, isLocked, onPick }: OptionProps) {
  const element = useRef<HTMLButtonElement>(null)
  const { costOf, isCovered } = useCost()
  const { priceTokens } = model
  const answering = answeringText(model)
  useEffect(() => {
    if (isMarked) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isMarked])
  return (
    <button
      ref={element}
      type="button"
      id={optionId(model)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPick}
      className={clsx(
        'flex w-full cursor-pointer items-start gap-3 rounded-control px-3 py-2 text-left hover:bg-hover',
        isMarked && 'bg-pressed'
      )}
    >
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
      <span className="flex shrink-0 items-center gap-1.5 text-caption whitespace-nowrap text-ink-soft">
        {isLocked && <Lock size={14} aria-label="закрыта" />}
        <span>{formatTokens(costOf(priceTokens))}</span>
      </span>
    </button>
  )
}
