// The buttons that open the list of chats: of the page's service below a button, and of all services at the edge of a narrow window.
// What they open is loaded when it is reached for.
import { useRef } from 'react'
import { History, PanelLeft } from 'lucide-react'
import { setFold } from '../base/page/folds.ts'
import { buttonClass } from '../base/ui/button.tsx'
import { IconButton } from '../base/ui/icon-button.tsx'
import { useLateDialog } from '../base/ui/use-late-dialog.ts'
import { lateDialog } from '../base/ui/late-dialog.tsx'

const load = () => import('./history/lists.tsx')
const HistoryPanel = lateDialog(async () => (await load()).HistoryPanel)
const ChatsDrawer = lateDialog(async () => (await load()).ChatsDrawer)

const preload = () => void load().catch(() => undefined)

export function HistoryButton() {
  const button = useRef<HTMLButtonElement>(null)
  const { open, setOpen, wasOpened, show } = useLateDialog()
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label="История чатов"
        title="История чатов"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={preload}
        onClick={open ? () => setOpen(false) : show}
        // Also before the list is loaded.
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
        className={buttonClass({ variant: 'ghost', className: 'px-3 aria-expanded:bg-hover' })}
      >
        <History size={19} aria-hidden />
        <span className="hidden @7xl/bar:inline">История чатов</span>
      </button>
      {wasOpened && <HistoryPanel open={open} button={button} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Opens the list: as a drawer, or at its place, where it is folded. */
export function ChatsButtons() {
  const { open, setOpen, wasOpened, show } = useLateDialog()
  return (
    <>
      <IconButton
        label="Чаты"
        icon={<PanelLeft size={20} />}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={preload}
        onClick={show}
        className="lg:not-in-data-[document=open]:hidden 2xl:hidden"
      />
      <IconButton
        label="Показать список чатов"
        icon={<PanelLeft size={20} />}
        data-fold="open-chats"
        onClick={() => setFold('chats', false, 'close-chats')}
        className="max-lg:hidden lg:not-in-data-[chats-panel=closed]:hidden lg:max-2xl:in-data-[document=open]:hidden"
      />
      {wasOpened && <ChatsDrawer open={open} onOpenChange={setOpen} />}
    </>
  )
}
