// Which folders of the list are open, remembered in this browser.
import { useStore } from 'zustand'
import { pageStore } from '../../base/storage/page-store.ts'

const storageKey = 'open-folders'

function stored(): ReadonlySet<number> {
  try {
    return new Set((localStorage.getItem(storageKey) ?? '').split(' ').map(Number))
  } catch {
    return new Set()
  }
}

const openFolders = pageStore(stored)

function toggle(id: number) {
  const open = new Set(openFolders.getState())
  if (!open.delete(id)) open.add(id)
  openFolders.setState(open, true)
  try {
    localStorage.setItem(storageKey, [...open].filter(Boolean).join(' '))
  } catch {
    // Storage is blocked: they stay open until a reload.
  }
}

export function useOpenFolder(id: number): [open: boolean, toggle: () => void] {
  const open = useStore(openFolders, (ids) => ids.has(id))
  return [open, () => toggle(id)]
}
