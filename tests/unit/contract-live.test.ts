import { describe, expect, test } from 'vitest'
import { liveCommand, liveMessage } from '#contract/live.ts'
import { livePing, livePong } from '#contract/live-socket.ts'

describe('live messages', () => {
  test('are parsed by their type, and unknown ones are refused', () => {
    const balance = { type: 'balance', tokens: 7, reservedTokens: 3, totalUsedTokens: 90, seq: 12 }
    expect(liveMessage.parse(balance)).toEqual(balance)
    expect(liveMessage.parse({ type: 'session-ended', sessionId: 's1' })).toEqual({
      type: 'session-ended',
      sessionId: 's1'
    })
    expect(liveMessage.safeParse({ type: 'balance', tokens: '7' }).success).toBe(false)
    expect(liveMessage.safeParse({ type: 'shutdown' }).success).toBe(false)
  })

  test('carry a job as the API shows it', () => {
    const job = {
      id: 'job-12345',
      kind: 'video',
      state: 'checking',
      service: 'luma',
      model: null,
      upstreamModel: 'ray-3.2',
      parameters: { prompt: 'море', duration: '5' },
      uploads: [],
      sources: [],
      seed: null,
      batch: null,
      revisedPrompt: null,
      priceTokens: 3,
      chargedTokens: null,
      progress: 0.4,
      cancelling: false,
      waiting: null,
      files: [],
      error: null,
      redoOf: null,
      redo: null,
      revision: 1,
      createdAt: 1,
      startedAt: 2,
      finishedAt: null
    }
    expect(liveMessage.parse({ type: 'job', job })).toEqual({ type: 'job', job })
    expect(liveMessage.safeParse({ type: 'job', job: { ...job, state: 'dreaming' } }).success).toBe(false)
  })

  test('ping and pong have fixed bytes', () => {
    expect(liveCommand.parse(JSON.parse(livePing))).toEqual({ type: 'ping' })
    expect(liveMessage.parse(JSON.parse(livePong))).toEqual({ type: 'pong' })
    expect(liveCommand.safeParse({ type: 'balance' }).success).toBe(false)
  })
})
