import { onlineManager } from '@tanstack/react-query'
import { isBlip } from './retry.ts'

/** For a list that a person has just asked for: without a network it fails at once and says so, and is read as soon as there is one. */
export const saidOffline = {
  networkMode: 'always',
  refetchOnReconnect: true,
  retry: (failures: number, error: Error): boolean => onlineManager.isOnline() && failures < 2 && isBlip(error)
} as const
