// Steps that look at what a person must have made: the settings of the stage, the token, the plan, the domain.
import { z } from 'zod'
import { Refused } from './cloudflare.ts'
import type { Deployment } from './deployment.ts'
import { problemsOf } from './secret-list.ts'
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

export const accountStep = ({ api, account, token }: Deployment): Step => ({
  name: 'Account and its token',
  async look() {
    if (token === undefined)
      return yours(
        'Make an account at dash.cloudflare.com and put its number into the settings of the stage.',
        'Make an API token (My Profile, API Tokens) and set it as CLOUDFLARE_API_TOKEN. It needs:',
        ...permissions
      )
    const verified = await api.find('/user/tokens/verify', z.object({ status: z.string() }))
    if (verified?.status !== 'active') return yours('The token in CLOUDFLARE_API_TOKEN is not active: make another.')
    const seen = await api.find(account, z.object({ name: z.string() }))
    if (!seen) return yours('The token does not reach the account of the settings.')
    // Nothing is served there: Cloudflare demands it of every account with a Worker.
    const own = await api.find(`${account}/workers/subdomain`, z.object({ subdomain: z.string().nullish() }))
    if (own?.subdomain) return there(seen.name)
    return yours(
      'Choose a name at workers.dev in the dashboard (Workers & Pages, opened once): without one the first upload is refused.'
    )
  }
})

const subscriptions = z.array(z.object({ rate_plan: z.object({ id: z.string() }).optional() }))

/** Durable Objects of this size, queues and mails need the paid plan of Workers. */
export const planStep = ({ api, account }: Deployment): Step => ({
  name: 'Plan Workers Paid',
  async look() {
    const buy =
      'Choose the plan Workers Paid in the dashboard (Workers & Pages, Plans): 5 dollars a month and what is used.'
    try {
      const all = await api.find(`${account}/subscriptions`, subscriptions)
      return all?.some((one) => /^workers_(paid|enterprise)/.test(one.rate_plan?.id ?? '')) ? there('paid') : yours(buy)
    } catch (error) {
      if (!(error instanceof Refused && error.status === 403)) throw error
      return yours('The token may not read the plan: give it "Billing Read".', buy)
    }
  }
})

const zones = z.array(z.object({ id: z.string(), name: z.string(), status: z.string() }))

export const zoneStep = (deployment: Deployment): Step => ({
  name: `Domain ${deployment.settings.zone}`,
  async look() {
    const { zone: name, account } = deployment.settings
    const found = await deployment.api.find(`/zones?name=${name}&account.id=${account}`, zones)
    const zone = found?.find((one) => one.name === name)
    if (!zone)
      return yours(
        `Add ${name} to the account (Domains, Onboard a domain) and give its two name servers to the registrar.`
      )
    deployment.zone = zone.id
    return zone.status === 'active'
      ? there('active')
      : yours(
          `${name} is ${zone.status}: its registrar does not name Cloudflare's servers yet. That takes up to a day.`
        )
  }
})
