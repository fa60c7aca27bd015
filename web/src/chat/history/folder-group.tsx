import { clsx } from 'clsx'
import { BookOpen, ChevronRight, Ellipsis, ListChecks, Pencil, Trash2 } from 'lucide-react'
import { useStore } from 'zustand'
import type { Folder } from '#contract/folders.ts'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { Menu, MenuItem } from '../../base/ui/menu.tsx'
import { pageStore } from '../../base/storage/page-store.ts'
import { appearingClass } from './conversation-row.tsx'
import { dropClass, useDropTarget } from './dragging.ts'
import { useList } from './list-context.ts'
import { FolderList } from './section-lists.tsx'

/** How many chats a part of the list has. */
export const Count = ({ of }: { of: number }) => (
  <span className="text-caption font-normal text-ink-faint">
    <span className="sr-only">, чатов:</span> <span>{of}</span>
  </span>
)

/** A folder that opens and closes; its chats are loaded when it is open. Chats can be dropped on it. */
export function FolderGroup({ folder }: { folder: Folder }) {
  const { actions, chooseAll } = useList()
  const [open, toggle] = useOpenFolder(folder.id)
  const target = useDropTarget((chosen) => actions.place(chosen, { folderId: folder.id, pinned: false }))
  return (
    <section {...target} aria-label={`Папка «${folder.name}»`} className={clsx('mb-1', dropClass)}>
      <div className="group relative flex items-center rounded-control transition hover:bg-hover">
        <h3 className="min-w-0 grow">
          <button
            type="button"
            aria-expanded={open}
            onClick={toggle}
            className="flex min-h-9 w-full items-center gap-1.5 rounded-control px-2 text-left text-small group-focus-within:pr-10 group-hover:pr-10 pointer-coarse:min-h-11 pointer-coarse:pr-12"
          >
            <ChevronRight
              size={16}
              aria-hidden
              className={clsx('shrink-0 text-ink-faint transition', open && 'rotate-90')}
            />
            <span className="truncate font-medium">{folder.name}</span>
            {folder.is_project && (
              <>
                <span className="sr-only">, проект</span>
                <BookOpen size={14} aria-hidden className="shrink-0 text-ink-faint" />
              </>
            )}
            <Count of={folder.total} />
          </button>
        </h3>
        <Menu
          align="end"
          trigger={
            <IconButton
              label={`Действия с папкой «${folder.name}»`}
              size="small"
              icon={<Ellipsis size={16} />}
              className={appearingClass}
            />
          }
        >
          <MenuItem icon={<BookOpen size={16} />} onSelect={() => actions.openProject(folder)}>
            Проект
          </MenuItem>
          {chooseAll && folder.total > 0 && (
            <MenuItem
              icon={<ListChecks size={16} />}
              onSelect={() => {
                if (!open) toggle()
                chooseAll(folder)
              }}
            >
              Выбрать все чаты
            </MenuItem>
          )}
          <MenuItem icon={<Pencil size={16} />} onSelect={() => actions.renameFolder(folder)}>
            Переименовать папку
          </MenuItem>
          <MenuItem icon={<Trash2 size={16} />} onSelect={() => actions.deleteFolder(folder)} className="text-danger">
            Удалить папку
          </MenuItem>
        </Menu>
      </div>
      {open && <FolderList folderId={folder.id} />}
    </section>
  )
}

// Which folders of the list are open, remembered in this browser.

const storageKey = 'open-folders'

function stored(): ReadonlySet<number> {
  try {
    return new Set((localStorage.getItem(storageKey) ?? '').split(' ').map(Number))
  } catch {
    return new Set()
  }
}

const openFolders = pageStore(stored)

function toggleFolder(id: number) {
  const open = new Set(openFolders.getState())
  if (!open.delete(id)) open.add(id)
  openFolders.setState(open, true)
  try {
    localStorage.setItem(storageKey, [...open].filter(Boolean).join(' '))
  } catch {
    // Storage is blocked: they stay open until a reload.
  }
}

function useOpenFolder(id: number): [open: boolean, toggle: () => void] {
  const open = useStore(openFolders, (ids) => ids.has(id))
  return [open, () => toggleFolder(id)]
}
