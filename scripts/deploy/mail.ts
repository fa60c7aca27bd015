// The domain from which the product writes.
import { z } from 'zod'
import type { Deployment } from './deployment.ts'
import { allOf, type Step, there, yours } from './steps.ts'

const subdomains = z.array(z.object({ name: z.string(), enabled: z.boolean().optional() }))
const records = z.array(z.object({ content: z.string() }))

/** What receivers do with letters that only pretend to be ours; the reports go nowhere until a person names an address. */
const policy = 'v=DMARC1; p=quarantine; adkim=r; aspf=r'

/** Cloudflare makes the records of SPF, DKIM and bounces itself when a domain is registered for sending. */
export const mailStep = (deployment: Deployment): Step => ({
  name: 'Mail domain',
  async look() {
    const { api, settings, zone, config } = deployment
    const { MAIL_FROM_EMAIL: sender = '', MAIL_TRANSPORT: transport } = config.vars
    const domain = sender.slice(sender.lastIndexOf('@') + 1)
    if (transport === 'unisender' || (domain !== settings.zone && !domain.endsWith(`.${settings.zone}`)))
      return there(`${domain}: confirmed in the office of ${transport}, by the records that it names (docs/operate.md)`)
    const path = `/zones/${zone}/email/sending/subdomains`
    const name = `_dmarc.${domain}`
    const [known, policies] = await Promise.all([
      zone && api.find(path, subdomains),
      zone && api.find(`/zones/${zone}/dns_records?type=TXT&name=${name}`, records)
    ])
    const registered = (known || []).find((one) => one.name === domain)
    const hasPolicy = (policies || []).some(({ content }) => /^"?v=DMARC1/.test(content))
    if (registered?.enabled === false && hasPolicy)
      return yours(`${domain} is registered and not confirmed yet: see Email, Email Sending in the dashboard.`)
    const record = { type: 'TXT', name, content: `"${policy}"`, ttl: 1 }
    return allOf(domain, [
      {
        isThere: registered !== undefined,
        plan: `register ${domain} for sending, with its records of SPF, DKIM and bounces`,
        make: () => api.post(path, { name: domain }, z.unknown())
      },
      {
        isThere: hasPolicy,
        plan: `make the record ${name}: ${policy}`,
        make: () => api.post(`/zones/${zone}/dns_records`, record, z.unknown())
      }
    ])
  }
})
