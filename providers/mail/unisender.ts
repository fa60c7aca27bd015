// Mail through Unisender Go (godocs.unisender.ru/web-api-ref, email/send).
import { readText } from '../http/body.ts'
import type { Timeouts } from '../http/deadline.ts'
import { ProviderFailure } from '../http/failure.ts'
import type { FailureDetails } from '../http/failure.ts'
import { fieldAt, parsedJson } from '../http/fields.ts'
import { safeCode } from '../http/error-code.ts'
import { failureOf, perform, requestIdOf } from '../http/http.ts'
import type { Send, UpstreamCall } from '../http/http.ts'
import { withMailDeadline } from './mailer.ts'
import type { Mail, Mailer, MailSender } from './mailer.ts'

export interface UnisenderSettings extends MailSender {
  UNISENDER_BASE_URL: string
  UNISENDER_API_KEY?: string | undefined
}

const answerBytesMax = 65_536

export const unisenderMailer = (settings: UnisenderSettings, timeouts: Timeouts, send?: Send): Mailer => ({
  send: (mail) =>
    withMailDeadline('unisender', timeouts, async (deadline) => {
      const call = callOf(settings, mail)
      const response = await perform(call, deadline, send)
      if (!response.ok) throw await failureOf(call, response, deadline)
      const answer = parsedJson((await readText(response, answerBytesMax, deadline)) ?? '')
      const problem = problemOf(answer)
      if (problem) throw new ProviderFailure('unisender', { requestId: requestIdOf(response), ...problem })
    })
})

/** No tracking: it would send readers through a redirect of the transport, which would see our single-use links. */
const callOf = (settings: UnisenderSettings, mail: Mail): UpstreamCall => ({
  provider: 'unisender',
  url: `${settings.UNISENDER_BASE_URL}/email/send.json`,
  headers: { 'x-api-key': settings.UNISENDER_API_KEY ?? '' },
  body: {
    message: {
      recipients: [{ email: mail.to }],
      subject: mail.subject,
      from_email: settings.MAIL_FROM_EMAIL,
      from_name: settings.MAIL_FROM_NAME,
      body: { html: mail.html, plaintext: mail.text },
      track_links: 0,
      track_read: 0
    }
  },
  // There are no models here; 404 means that the service URL is wrong.
  kindsByStatus: { 404: 'unauthorized' }
})

/** A response with status 200 may still report that nothing was sent: as an error, or as a rejected address. */
function problemOf(answer: unknown): FailureDetails | null {
  const status = fieldAt(answer, 'status')
  if (status === 'error') return { kind: 'rejected', retryable: false, code: numberedCode(fieldAt(answer, 'code')) }
  if (status !== 'success') return { kind: 'malformed', retryable: false }
  const [reason] = Object.values(fieldAt(answer, 'failed_emails') ?? {})
  if (reason === undefined) return null
  return { kind: 'rejected', retryable: false, code: typeof reason === 'string' ? safeCode(reason) : null }
}

const numberedCode = (code: unknown) => (typeof code === 'number' ? String(code) : null)
