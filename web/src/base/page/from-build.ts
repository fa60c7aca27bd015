// Pages of users that the build renders for a visitor: their HTML also holds what only users see, out of sight.
import { type RefObject, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether the page is the HTML of the build, or is just taken over from that. */
export const useIsFromBuild = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true
  )

/** The class of what only users should see: it takes no place where `public/before-paint.js` found no session. */
export const useUsersOnly = (): string | undefined =>
  useIsFromBuild() ? 'not-in-data-[session=stored]:hidden' : undefined

/**
 * Takes over what was typed into a field before the application ran: the field has it already, its state does not.
 * @param text as this rendering has it
 */
export function useEarlyText(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onText: (typed: string) => void
): void {
  const take = useEffectEvent(() => {
    const typed = field.current?.value ?? text
    if (typed !== text) onText(typed)
  })
  // Before the state is shown: a field that gets another value loses its caret, and a word that an input method has begun.
  useLayoutEffect(() => take(), [])
}
