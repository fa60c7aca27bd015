import type { ReactNode } from 'react'
import { buttonClass, type ButtonVariant } from './button.tsx'
import type { HelpAbout } from './help-letter.ts'

/** Shows whom to write to about something that went wrong, over whatever is on the page. */
export const openHelp = (about: HelpAbout = { what: '' }): void =>
  void import('./help-dialog.tsx').then(
    ({ showHelp }) => showHelp(about),
    // The network is down, as the page itself says.
    () => undefined
  )

/** For the slot beside errors. */
export const helpBeside = (about: HelpAbout, size: 'small' | 'medium') => <HelpButton about={about} size={size} />

interface HelpButtonProps {
  about?: HelpAbout
  variant?: ButtonVariant
  size?: 'small' | 'medium'
  icon?: ReactNode
  className?: string
}

export const HelpButton = ({ about, variant = 'ghost', size = 'small', icon, className }: HelpButtonProps) => (
  <button type="button" onClick={() => openHelp(about)} className={buttonClass({ variant, size, className })}>
    {icon}
    <span>Помощь</span>
  </button>
)
