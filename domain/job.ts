// The rules of a generation: its steps and how long each may take. Pure.
import type { JobState } from '#contract/jobs.ts'

/**
 * queued: waiting for a free place at the provider. submitting: the provider is being asked to start; without a ticket
 * nobody knows whether it has. running: it has, and the ticket says what. checking: the outcome is unknown.
 */
export type JobStep = 'queued' | 'submitting' | 'running' | 'checking' | 'completed' | 'failed' | 'cancelled'

/** A result in R2; its key follows from the job and `index`. */
export interface StoredFile {
  index: number
  /** Told by the bytes. */
  type: string
  sizeBytes: number
  width: number | null
  height: number | null
  durationSeconds: number | null
}

const states: Record<JobStep, JobState> = {
  queued: 'queued',
  submitting: 'running',
  running: 'running',
  checking: 'checking',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled'
}

/** What the user is told about a step. */
export const stateOf = (step: JobStep): JobState => states[step]

export const isEnded = (step: JobStep): boolean => step === 'completed' || step === 'failed' || step === 'cancelled'
