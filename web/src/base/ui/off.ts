import type { SyntheticEvent } from 'react'

const ignore = (event: SyntheticEvent) => event.preventDefault()

/**
 * The last props of a button that is off. It takes no press, nor one by Enter in a field of its form, and keeps the focus, which a
 * disabled one loses.
 */
export const offProps = {
  disabled: false,
  'aria-disabled': true,
  onClick: ignore,
  onPointerDown: undefined,
  onKeyDown: undefined
}
