// Stands here until the second step is merged.
import type { AppContext } from '../http/context.ts'

export const expectFresh = async (_: AppContext): Promise<void> => undefined
