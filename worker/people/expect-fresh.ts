// Stands here until the second step is merged.
import type { AppContext } from '../http/context.ts'

export const expectFresh: (c: AppContext) => Promise<void> = async () => undefined
