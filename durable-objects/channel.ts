import { DurableObject } from 'cloudflare:workers'
import type { LiveMessage } from '#contract/live.ts'
import type { ChannelCalls } from './channel-calls.ts'

export class Channel extends DurableObject<Env> implements ChannelCalls {
  async issueTicket(_sessionId: string): Promise<{ ticket: string; expiresAt: number }> {
    throw new Error('Not built yet')
  }
  async publish(_message: LiveMessage): Promise<void> {}
  async endSession(_sessionId: string): Promise<void> {}
}
