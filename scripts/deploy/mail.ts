// The domain from which the product writes.
import { z } from 'zod'
import { findZone } from './account.ts'
import { stageConfig } from './config.ts'
import type { Deployment } from './deployment.ts'
import { missing, type Step, there, yours } from './steps.ts'

const subdomains = z.array(z.object({ name: z.string(), enabled: z.boolean().optional() }))
const records = z.array(z.object({ name: z.string(), content: z.string() }))

/** What receivers do with letters that only pretend to be ours; the reports go nowhere until a person names an address. */
const policy = 'v=DMARC1; p=quarantine; adkim=r; aspf=r'

async function findPolicy({ api }: Deployment, zoneId: string, domain: string): Promise<boolean> {
  const found = await api.find(`/zones/${zoneId}/dns_records?type=TXT&name=_dmarc.${domain}`, records)
  return found?.some(({ content }) => content.replaceAll('"', '').startsWith('v=DMARC1')) ?? false
}

/** Cloudflare makes the records of SPF, DKIM and bounces itself when a domain is registered for sending. */
export const mailStep = (deployment: Deployment): Step => ({
  name: 'Mail domain',
  async look() {
    const { api, settings, stage } = deployment
    const { vars } = stageConfig(stage, settings)
    const { MAIL_FROM_EMAIL: sender = '', MAIL_TRANSPORT: transport } = vars
    const domain = sender.slice(sender.lastIndexOf('@') + 1)
    const zone = await findZone(deployment)
    if (transport === 'unisender' || (domain !== settings.zone && !domain.endsWith(`.${settings.zone}`)))
      return there(`${domain}: confirmed in the office of ${transport}, by the records that it names (docs/operate.md)`)
    const path = `/zones/${zone?.id}/email/sending/subdomains`
    const known = zone && (await api.find(path, subdomains))
    const registered = known?.find(({ name }) => name === domain)
    const hasPolicy = zone !== null && (await findPolicy(deployment, zone.id, domain))
    if (registered && hasPolicy)
      return registered.enabled === false
        ? yours(`${domain} is registered and not confirmed yet: see Email, Email Sending in the dashboard.`)
        : there(domain)
    return missing(
      [
        ...(registered ? [] : [`register ${domain} for sending, with its records of SPF, DKIM and bounces`]),
        ...(hasPolicy ? [] : [`make the record _dmarc.${domain}: ${policy}`])
      ],
      async () => {
        if (!registered) await api.post(path, { name: domain }, z.unknown())
        const record = { type: 'TXT', name: `_dmarc.${domain}`, content: `"${policy}"`, ttl: 1 }
        if (!hasPolicy) await api.post(`/zones/${zone?.id}/dns_records`, record, z.unknown())
      }
    )
  }
})
