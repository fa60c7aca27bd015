// When a database needs an operator. Pure.

export const gigabyte = 1_000_000_000
/** Source: developers.cloudflare.com/d1/platform/limits, the paid plan. It cannot be raised. */
export const databaseMaxBytes = 10 * gigabyte
/** The users of a history go on writing, so it must stop taking new accounts long before it is full. */
const openMaxBytes = 5 * gigabyte
const closedMaxBytes = 8 * gigabyte

export interface DatabaseSize {
  bytes: number
  /** Whether new accounts go into it. */
  isOpen: boolean
}

/** The share of the bucket's planned size above which an alarm is raised. */
const bucketShareMax = 0.8

export const shareOfPlan = (bytes: number, plannedGigabytes: number): number => bytes / (plannedGigabytes * gigabyte)

export const isBucketLarge = (bytes: number, plannedGigabytes: number): boolean =>
  shareOfPlan(bytes, plannedGigabytes) > bucketShareMax

/** Whether an operator must act: close it to new accounts, or make room in it. */
export const isTooLarge = ({ bytes, isOpen }: DatabaseSize): boolean => bytes > (isOpen ? openMaxBytes : closedMaxBytes)
