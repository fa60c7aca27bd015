// Steps that look at what a person must have made: the settings of the stage, the token, the plan, the domain.
import { z } from 'zod'
import { accountPath, type Deployment } from './deployment.ts'
import { Refused } from './cloudflare.ts'
import { problemsOf } from './known-settings.ts'
import { type Step, there, yours } from './steps.ts'

/** What the token must be allowed; docs/operate.md tells where to click. */
const permissions = [
  'Account: Account Settings Read, Billing Read, Workers Scripts Edit, D1 Edit, Queues Edit, Workers R2 Storage Edit, Cloudflare Pages Edit',
  'Zone: Zone Read, DNS Edit, Email Sending Edit'
]

export const settingsStep = (deployment: Deployment): Step => ({
  name: 'Settings of the stage',
  look: () => {
    const problems = problemsOf(deployment)
    return Promise.resolve(problems.length === 0 ? there('complete') : yours(...problems))
  }
})

const account = z.object({ id: z.string(), name: z.string() })
/** Nothing is served there: Cloudflare demands it of every account with a Worker. */
const subdomain = z.object({ subdomain: z.string().nullish() })
const verified = z.object({ status: z.string() })

export const accountStep = (deployment: Deployment): Step => ({
  name: 'Account and its token',
  async look() {
    const { api, token } = deployment
    if (token === undefined)
      return yours(
        'Make an account at dash.cloudflare.com and put its number into the settings of the stage.',
        'Make an API token (My Profile, API Tokens) and set it as CLOUDFLARE_API_TOKEN. It needs:',
        ...permissions
      )
    const found = await api.find('/user/tokens/verify', verified)
    if (found?.status !== 'active') return yours('The token in CLOUDFLARE_API_TOKEN is not active: make another.')
    const seen = await api.find(accountPath(deployment), account)
    if (!seen) return yours('The token does not reach the account of the settings.')
    const own = await api.find(`${accountPath(deployment)}/workers/subdomain`, subdomain)
    if (own?.subdomain) return there(seen.name)
    return yours(
      'Choose a name at workers.dev in the dashboard (Workers & Pages, opened once): without one the first upload is refused.'
    )
  }
})

const subscriptions = z.array(z.object({ rate_plan: z.object({ id: z.string() }).optional() }))

/** Durable Objects of this size, queues and mails need the paid plan of Workers. */
export const planStep = (deployment: Deployment): Step => ({
  name: 'Plan Workers Paid',
  async look() {
    const buy =
      'Choose the plan Workers Paid in the dashboard (Workers & Pages, Plans): 5 dollars a month and what is used.'
    try {
      const all = await deployment.api.find(`${accountPath(deployment)}/subscriptions`, subscriptions)
      return all?.some((one) => /^workers_(paid|enterprise)/.test(one.rate_plan?.id ?? '')) ? there('paid') : yours(buy)
    } catch (error) {
      if (!(error instanceof Refused && error.status === 403)) throw error
      return yours('The token may not read the plan: give it "Billing Read".', buy)
    }
  }
})

const zones = z.array(z.object({ id: z.string(), name: z.string(), status: z.string() }))

/** @returns null when the account does not have the domain */
export async function findZone({ api, settings }: Deployment) {
  const found = await api.find(`/zones?name=${settings.zone}&account.id=${settings.account}`, zones)
  return found?.find(({ name }) => name === settings.zone) ?? null
}

export const zoneStep = (deployment: Deployment): Step => ({
  name: `Domain ${deployment.settings.zone}`,
  async look() {
    const zone = await findZone(deployment)
    const { zone: name } = deployment.settings
    if (!zone)
      return yours(
        `Add ${name} to the account (Domains, Onboard a domain) and give its two name servers to the registrar.`
      )
    return zone.status === 'active'
      ? there('active')
      : yours(
          `${name} is ${zone.status}: its registrar does not name Cloudflare's servers yet. That takes up to a day.`
        )
  }
})
