// Refusals that the user can resolve. They are shown as a note with links.
import { ApiError } from '../../base/http/api-error.ts'

const paidObstacles = ['INSUFFICIENT_TOKENS', 'MODEL_NOT_IN_PLAN'] as const
const storageObstacles = ['STORAGE_FULL', 'STORAGE_DAY_FULL'] as const
/** Resolved by buying tokens or Premium. */
export type PaidObstacle = (typeof paidObstacles)[number]
/** Resolved by deleting, by waiting or by Premium. */
export type StorageObstacle = (typeof storageObstacles)[number]

const obstacles = [...paidObstacles, ...storageObstacles]

export const isStorageObstacle = (code: string | null): code is StorageObstacle =>
  storageObstacles.some((each) => each === code)

export interface Obstacle {
  code: PaidObstacle | StorageObstacle
  /** Null: the conversation could not be created. */
  conversationId: number | null
  model: string
}

/** Null for an error that is no obstacle. */
export const obstacleIn = (error: unknown): Obstacle['code'] | null =>
  (error instanceof ApiError && obstacles.find((each) => each === error.code)) || null
