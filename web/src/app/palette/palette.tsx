import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState
} from 'react'
import { clsx } from 'clsx'
import { useNavigate } from 'react-router-dom'
import { searchTextMax } from '#contract/search.ts'
import { openHelp } from '../../base/ui/help-button.tsx'
import { useSteady } from '../../base/ui/use-steady.ts'
import { closePalette, type Palette as PaletteState } from '../../base/page/palette.ts'
import { setTheme } from '../../base/page/theme-switch.tsx'
import { Button } from '../../base/ui/button.tsx'
import { ComboField } from '../../base/ui/combobox.tsx'
import { Dialog } from '../../base/ui/dialog.tsx'
import { Skeleton } from '../../base/ui/skeleton.tsx'
import { LoadFailure } from '../../base/ui/states.tsx'
import { FoundList, targetsOf } from '../../chat/search/found-list.tsx'
import type { Search } from '../../chat/search/use-search.ts'
import { useLeaving } from '../shell/use-leaving.ts'
import { addressOf, type Entry } from './entries.ts'
import { EntryGroup, GroupTitle, keyOf } from './entry-list.tsx'
import type { Found } from './matching.ts'
import { type Shown, usePalette } from './use-palette.ts'

/** The search for everything, which begins anew each time. In chats alone what was typed stays for the next time, to be gone on with or typed over. */
export function Palette({ isOpen, chatsOnly, turn, takeTyped, onClose }: PaletteState) {
  const [ofChats, setOfChats] = useState('')
  const [ofAll, setOfAll] = useState({ turn, text: '' })
  const text = chatsOnly ? ofChats : ofAll.turn === turn ? ofAll.text : ''
  const onType = chatsOnly ? setOfChats : (typed: string) => setOfAll({ turn, text: typed })
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onClose}
      title={chatsOnly ? 'Поиск по чатам' : 'Поиск'}
      initialFocus={field}
      className="max-w-2xl! top-4! translate-y-0! sm:top-16!"
    >
      <Box {...{ text, onType, field, chatsOnly, turn, takeTyped }} />
    </Dialog>
  )
}

interface BoxProps extends Pick<PaletteState, 'chatsOnly' | 'turn' | 'takeTyped'> {
  text: string
  onType: (text: string) => void
  field: RefObject<HTMLInputElement | null>
}

function Box({ text, onType, field, chatsOnly, turn, takeTyped }: BoxProps) {
  const listId = useId()
  const onFocus = useTaking({ onType, field, turn, takeTyped })
  const shown = usePalette(text, chatsOnly)
  const { act, open } = useActs()
  const entries = shown.groups.flatMap((group) => group.entries)
  const question = shown.question ? [shown.question] : []
  const targets: Target[] = [
    ...entries.map((one) => ({ key: keyOf(one), pick: () => act(one) })),
    ...targetsOf(shown.chats).map(({ key, link }) => ({ key, pick: () => open(link) })),
    ...question.map((one) => ({ key: keyOf(one), pick: () => act(one) }))
  ]
  const { active, onKeyDown } = useMarked(targets, text)
  const pick = useSteady(act)
  // A list of hundreds is drawn behind what is typed, and what is picked by Enter is found before.
  const { groups } = shown
  const drawn = useDeferredValue(useMemo(() => ({ groups, active }), [groups, active]))
  return (
    <div className="mt-4 flex flex-col">
      <ComboField
        ref={field}
        label="Что найти"
        listId={listId}
        hasOptions={targets.length > 0}
        active={active}
        enterKeyHint="go"
        maxLength={searchTextMax}
        placeholder={chatsOnly ? 'Слово или его начало' : 'Чат, модель или действие'}
        value={text}
        onFocus={onFocus}
        onType={onType}
        onKeyDown={onKeyDown}
      />
      <Status shown={shown} chatsOnly={chatsOnly} isTyped={text.trim() !== ''} count={entries.length} />
      <div
        id={listId}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> holds no marked texts
        role="listbox"
        aria-label={chatsOnly ? 'Найденные чаты' : 'Найденное'}
        hidden={targets.length === 0}
        className={clsx(
          '-mx-2 flex max-h-[calc(100dvh-14rem)] flex-col gap-2 overflow-y-auto overscroll-contain',
          !chatsOnly && 'mt-3'
        )}
      >
        {drawn.groups.map((group) => (
          <EntryGroup key={group.title} {...group} active={drawn.active} onPick={pick} />
        ))}
        {shown.chats.length > 0 && <Chats shown={shown} chatsOnly={chatsOnly} active={active} onPick={open} />}
        {question.length > 0 && <EntryGroup title="В чате" entries={question} active={active} onPick={act} />}
      </div>
      <Rest search={shown.search} isAlone={entries.length === 0} />
    </div>
  )
}

/** The field takes what was typed before it had the focus. @returns called when it gets that */
function useTaking({ onType, field, turn, takeTyped }: Pick<BoxProps, 'onType' | 'field' | 'turn' | 'takeTyped'>) {
  const shownTurn = useRef(turn)
  function take() {
    const typed = takeTyped().slice(0, searchTextMax)
    if (typed === '') field.current?.select()
    else onType(typed)
  }
  const takeAgain = useEffectEvent(() => (document.activeElement === field.current ? take() : field.current?.focus()))
  // Opened again while it was closing, the dialog gives the focus to nothing.
  useLayoutEffect(() => {
    if (shownTurn.current === turn) return
    shownTurn.current = turn
    takeAgain()
  }, [turn])
  return take
}

interface Target {
  key: string
  pick: () => void
}

/** The arrows mark a target, Enter picks it. @returns `active`: the key of the marked one */
function useMarked(targets: readonly Target[], text: string) {
  const [marked, setMarked] = useState({ text: '', index: 0 })
  // What was marked among other results means nothing here.
  const index = Math.min(marked.text === text ? marked.index : 0, targets.length - 1)
  const active = targets[index]
  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && targets.length > 0) {
      event.preventDefault()
      setMarked({ text, index: (index + step + targets.length) % targets.length })
    }
    if (event.key === 'Enter' && active && !event.nativeEvent.isComposing) {
      event.preventDefault()
      active.pick()
    }
    // The keys that have opened it. Those of the page are silent while it is open.
    if (event.code === 'KeyK' && (event.ctrlKey || event.metaKey)) closePalette()
  }
  return { active: active?.key, onKeyDown }
}

/** What choosing does. */
function useActs() {
  const navigate = useNavigate()
  const leave = useLeaving()
  const act = ({ entry, request }: Found<Entry>) => {
    const what = entry.act
    closePalette()
    if (what === 'leave') return void leave()
    if (what === 'help') return openHelp()
    if ('theme' in what) return setTheme(what.theme)
    if ('fill' in what) return void navigate(addressOf(what, request))
    void navigate(what.to, { state: what.state })
  }
  const open = (link: string) => {
    closePalette()
    void navigate(link)
  }
  return { act, open }
}

interface ChatsProps {
  shown: Shown
  chatsOnly: boolean
  active: string | undefined
  onPick: (link: string) => void
}

const Chats = ({ shown: { chats, search }, chatsOnly, active, onPick }: ChatsProps) => (
  <>
    {!chatsOnly && <GroupTitle>{search.state === 'idle' ? 'Недавние чаты' : 'Чаты'}</GroupTitle>}
    <FoundList found={chats} active={active} onPick={onPick} />
  </>
)

interface StatusProps {
  shown: Shown
  chatsOnly: boolean
  isTyped: boolean
  /** Of entries that are no chats. */
  count: number
}

/** Read aloud when it changes; shown where the list does not say it. */
function Status({ shown: { search }, chatsOnly, isTyped, count }: StatusProps) {
  const { state, found, indexing } = search
  const chats = state === 'ready' && found.length > 0 ? [`Найдено чатов: ${found.length}`] : []
  const others = isTyped && count > 0 ? [`Найдено: ${count}`] : []
  const isNothing = isTyped && count === 0 && state !== 'loading' && state !== 'failed' && found.length === 0
  const said = [
    ...(chatsOnly && state === 'idle'
      ? ['Ищем во всех чатах всех сервисов: в названиях, вопросах и ответах.']
      : isNothing
        ? ['Ничего не найдено']
        : [...others, ...chats]),
    ...(state === 'ready' && indexing ? ['Ещё читаем старые чаты, результаты дополняются…'] : [])
  ]
  const isShown = chatsOnly || isNothing || (indexing && state === 'ready')
  return (
    <output className={isShown ? 'block min-h-9 px-1 pt-3 pb-1 text-caption text-ink-soft' : 'sr-only'}>
      {said.join('. ')}
    </output>
  )
}

/** Below the list: what still comes of the chats, or why it does not. @param isAlone nothing else is found */
function Rest({ search, isAlone }: { search: Search; isAlone: boolean }): ReactNode {
  const { state, found, hasMore, loadingMore, loadMore, reload, indexing } = search
  if (state === 'loading')
    return (
      <output aria-label="Идёт поиск" className="flex flex-col gap-4 px-3 py-2">
        {['w-2/5', 'w-11/12'].map((width) => (
          <Skeleton key={width} className={`h-5 ${width}`} />
        ))}
      </output>
    )
  if (state === 'failed') return <LoadFailure what="результаты поиска" onRetry={reload} />
  if (state === 'idle') return null
  if (found.length === 0)
    return (
      isAlone &&
      !indexing && <p className="px-1 text-small text-ink-soft">Попробуйте другое слово или только его начало.</p>
    )
  return (
    hasMore && (
      <Button size="small" variant="ghost" busy={loadingMore} onClick={loadMore} className="mt-2 w-full">
        Показать ещё
      </Button>
    )
  )
}
