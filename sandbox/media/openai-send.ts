import type { ErrorReply } from '../base/replies.ts'
import type { MediaExchange } from './exchange.ts'

/** Headers of every OpenAI answer. */
export const openaiHeaders = () => ({ 'x-request-id': `req_${crypto.randomUUID().replaceAll('-', '')}` })

/** Ends the call with one of its errors. */
export const sendOpenai = (exchange: MediaExchange, { status, body, headers }: ErrorReply): Response =>
  exchange.reply(status, body, { ...openaiHeaders(), ...headers })
