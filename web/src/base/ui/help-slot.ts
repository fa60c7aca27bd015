import { createContext, type ReactNode } from 'react'
import type { HelpAbout } from './help-letter.ts'

/** Draws what offers help beside an error; null in the operators' console, whose users would write to themselves. */
export const HelpSlot = createContext<((about: HelpAbout, size: 'small' | 'medium') => ReactNode) | null>(null)
