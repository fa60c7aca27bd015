import { type KeyboardEvent, useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { answeringText } from '#contract/catalogue/answering.ts'
import type { ShownModel } from '#contract/catalogue/models.ts'
import { menuGroups, tools } from '#contract/catalogue/menu.ts'
import { useModels } from '../../base/session/models.ts'
import { useCost } from '../../base/session/session.tsx'
import { wordsOfTool } from '../../base/tool-words.ts'
import { ComboField } from '../../base/ui/combobox.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { useSteady } from '../../base/ui/use-steady.ts'
import { PremiumLine } from '../../base/ui/premium-badge.tsx'
import { type Choice, keyOf, makerOf, ModelList } from './model-options.tsx'

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[\s-]+/g, ' ')
    .trim()

/** The tools that make something else than texts, with the title of their group in the menu. */
const mediaTools = menuGroups
  .filter(({ id }) => id !== 'text')
  .flatMap(({ title: group, items }) => items.map((tool) => ({ tool, group })))

interface Searched {
  choice: Choice
  words: string
}

const searchedIn = (models: readonly ShownModel[]): Searched[] => [
  ...models.map((model) => {
    const { id, name, description, page } = model
    return {
      choice: { model },
      words: plain([name, description, id, tools[page].title, makerOf(model), answeringText(model)].join(' '))
    }
  }),
  ...mediaTools.map(({ tool, group }) => ({
    choice: { tool },
    words: plain([tool.title, tool.badge, group, wordsOfTool(tool.path)].join(' '))
  }))
]

/** What has all the words: of a model in its name, description, id, page, maker or answering model; of a tool in its title or among what it is known by. */
function matching(searched: readonly Searched[], text: string): Choice[] {
  const asked = plain(text).split(' ')
  return searched.filter(({ words }) => asked.every((word) => words.includes(word))).map(({ choice }) => choice)
}

interface AllModelsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  model: ShownModel
  isLocked: (model: ShownModel) => boolean
  onChoose: (model: ShownModel) => void
}

/** The chat models of all pages, by maker, and the tools of the other pages. */
export function AllModelsDialog({ open, onOpenChange, onChoose, ...shown }: AllModelsDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
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
        onChoose={(choice) => {
          onOpenChange(false)
          if ('model' in choice) onChoose(choice.model)
          else void navigate(choice.tool.path)
        }}
      />
    </Dialog>
  )
}

interface ModelBoxProps {
  model: ShownModel
  isLocked: (model: ShownModel) => boolean
  field: React.RefObject<HTMLInputElement | null>
  onChoose: (choice: Choice) => void
}

function ModelBox({ model: current, isLocked, onChoose, field }: ModelBoxProps) {
  const listId = useId()
  const [text, setText] = useState('')
  const [markedKey, setMarkedKey] = useState(keyOf({ model: current }))
  const models = useModels()
  const searched = useMemo(() => searchedIn(models.filter(({ isOnSale }) => isOnSale)), [models])
  const found = useMemo(() => matching(searched, text), [searched, text])
  const { isCovered } = useCost()
  const marked = found.find((choice) => keyOf(choice) === markedKey) ?? found[0]
  // A list of hundreds is drawn behind what is typed, and what Enter chooses is found before.
  const drawn = useDeferredValue(useMemo(() => ({ found, marked }), [found, marked]))
  const pick = useSteady(onChoose)

  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && marked) {
      event.preventDefault()
      const next = found[(found.indexOf(marked) + step + found.length) % found.length]
      if (next) setMarkedKey(keyOf(next))
    }
    if (event.key === 'Enter' && marked && !event.nativeEvent.isComposing) {
      event.preventDefault()
      onChoose(marked)
    }
  }

  return (
    <div className="mt-4 flex flex-col gap-3">
      <ComboField
        ref={field}
        label="Найти модель"
        listId={listId}
        hasOptions={found.length > 0}
        active={marked && keyOf(marked)}
        placeholder="Название, задача или разработчик"
        value={text}
        onType={setText}
        onKeyDown={onKeyDown}
      />
      <output className={found.length > 0 ? 'sr-only' : 'px-1 text-small text-ink-soft'}>
        {found.length > 0 ? `Найдено моделей: ${found.length}` : 'Такой модели нет. Попробуйте другое слово.'}
      </output>
      {isCovered && <PremiumLine className="px-1" />}
      <ModelList id={listId} {...drawn} current={current} isLocked={isLocked} onChoose={pick} />
    </div>
  )
}
