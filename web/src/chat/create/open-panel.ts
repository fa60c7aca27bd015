// Whether the panel «Создать» is open above a composer. Small, because every chat begins with it: the panel itself is loaded when it opens.
import { useSyncExternalStore } from 'react'
import { onUserLeft } from '../../base/session/user-left.ts'
import { pageEvent, pageStore } from '../../base/storage/page-store.ts'

export const createKinds = ['image', 'change', 'video', 'audio'] as const
/** What is made: a picture, another picture out of one, a film, a voice. */
export type CreateKind = (typeof createKinds)[number]

/** What a card asks the panel for. */
export interface Wanted {
  kind: CreateKind
  /** A file of the user's jobs, as a form names it: the picture that is changed, or begins the film. Absent: as the user left it. */
  source?: string | undefined
}

interface Opened {
  /** The key of the composer. */
  at: string
  /** Null: as the user left it. */
  wanted: Wanted | null
}

const opened = pageStore<Opened | null>(() => null)
onUserLeft(() => opened.setState(null, true))

export const openPanel = (at: string, wanted: Wanted | null = null): void => opened.setState({ at, wanted }, true)

/** @param at the key of the composer: the panel of another one stays open. @returns whether it was open */
export function closePanel(at: string): boolean {
  const isOpen = opened.getState()?.at === at
  if (isOpen) opened.setState(null, true)
  return isOpen
}

// HTML of the build knows no panel.
const none = () => null

/** The panel of a composer; null: it is closed. */
export const useOpenPanel = (at: string): Opened | null =>
  useSyncExternalStore(
    opened.subscribe,
    () => {
      const now = opened.getState()
      return now?.at === at ? now : null
    },
    none
  )

const ordered = pageEvent<number>()

/** A card is about to stand at the end of a conversation. */
export const tellOrdered = ordered.tell

/** Calls back with the conversation in which a work was ordered here. @returns what ends that */
export const onOrdered = ordered.on
