import { test } from 'vitest'
import { expectSound, seeds, timeoutMs } from './many-runs.ts'

test(`the second ${seeds} runs`, () => expectSound(1 + seeds), timeoutMs)
