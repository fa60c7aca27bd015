import { type ComponentType, createContext } from 'react'
import type { HelpAbout } from './help-letter.ts'

/** What offers help beside an error; null in the operators' console, whose users would write to themselves. */
export const HelpSlot = createContext<ComponentType<{ about: HelpAbout; size?: 'small' | 'medium' }> | null>(null)
